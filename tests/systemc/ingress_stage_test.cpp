// SPDX-License-Identifier: Apache-2.0
#include "systemc/ingress_stage.h"

#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kStagedPorts = 3;  // words of 3 pairs, a stage of 6 pairs

/// Takes a packet, a beat a cycle from cycle `now` on.
void take_packet(IngressStage& stage, std::uint8_t dest, unsigned beats, std::uint32_t now = 0) {
  for (unsigned n = 0; n < beats; ++n) {
    const std::uint64_t data = 100 + n;
    stage.accept(dest, n + 1 == beats, now + n, &data);
  }
}

std::vector<std::uint64_t> payload_of(IngressStage& stage, std::uint32_t now) {
  std::vector<std::uint64_t> words;
  stage.take(now, [&](std::uint64_t w) { words.push_back(w); });
  return words;
}

}  // namespace

TEST_CASE("a packet becomes words of as many beats as there are in two turns", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  take_packet(stage, 2, 8, 50);
  const auto first = stage.word();
  CHECK(first.beats == 6);
  CHECK(first.pairs() == 3);
  CHECK(first.dest == 2);
  CHECK(first.stamp == 50);
  CHECK(first.tag == 100);
  CHECK(first.first);
  CHECK_FALSE(first.last);
  CHECK(payload_of(stage, 60) == std::vector<std::uint64_t>{100, 101, 102, 103, 104, 105});
  const auto second = stage.word();
  CHECK(second.beats == 2);
  CHECK(second.stamp == 50);
  CHECK_FALSE(second.first);
  CHECK(second.last);
  CHECK(payload_of(stage, 63) == std::vector<std::uint64_t>{106, 107});
  CHECK_FALSE(stage.has_word());
}

TEST_CASE("a stage that rests for 2^32 cycles has all of its room", "[systemc]") {
  constexpr std::uint64_t kRound = std::uint64_t{1} << 32U;
  IngressStage stage(kStagedPorts, 0);
  take_packet(stage, 0, 6, 10);
  stage.take(20, [](std::uint64_t) {});  // three pairs, until cycle 23
  CHECK(stage.ready(23, 8));
  CHECK_FALSE(stage.ready(20, 8));
  CHECK(stage.ready(kRound + 20, 8));
}

TEST_CASE("a word is offered when it is complete, not before", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  const std::uint64_t data = 1;
  for (unsigned n = 0; n < 5; ++n) {
    const auto beat = stage.accept(1, false, n, &data);
    CHECK(beat.keep);
    CHECK(beat.first == (n == 0));
    CHECK_FALSE(beat.enters);
    CHECK_FALSE(stage.has_word());
    CHECK(stage.beats_missing() == 5 - n);
  }
  CHECK(stage.accept(1, false, 5, &data).enters);
  CHECK(stage.has_word());
  CHECK_FALSE(stage.accept(1, true, 6, &data).enters);  // only a packet's first word enters a packet
}

TEST_CASE("the stage is full at two words' pairs, and a wave frees a pair a cycle", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  for (std::uint8_t n = 0; n < 5; ++n) take_packet(stage, n % kStagedPorts, 1);  // a pair for each
  CHECK(stage.ready(5));
  take_packet(stage, 0, 1);
  CHECK_FALSE(stage.ready(6));
  CHECK(payload_of(stage, 6).size() == 1);
  CHECK(stage.ready(7));

  stage.reset();
  take_packet(stage, 1, 12);  // two words, six pairs
  CHECK_FALSE(stage.ready(12));
  CHECK(payload_of(stage, 20).size() == 6);
  CHECK(stage.ready(21));        // five pairs
  take_packet(stage, 1, 3, 21);  // two pairs, while the wave takes two
  CHECK(stage.ready(24));
  take_packet(stage, 1, 1, 24);
  CHECK_FALSE(stage.ready(25));
}

TEST_CASE("packets to a destination that does not exist leave no trace but a count", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  take_packet(stage, 3, 4);
  CHECK_FALSE(stage.has_word());
  CHECK(stage.misrouted_packets() == 1);
  take_packet(stage, 0, 1);
  CHECK(stage.word().dest == 0);
}
