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
  const auto keep = [&](std::uint64_t w) { words.push_back(w); };
  const auto nothing = [](const IngressStage::Begin& /*begin*/) {};
  stage.take(now, keep, nothing);
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
  payload_of(stage, 20);  // three pairs, until cycle 23
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
  take_packet(stage, 1, 12);  // two words, six pairs
  CHECK_FALSE(stage.ready(12));
  CHECK(payload_of(stage, 20).size() == 6);
  CHECK(stage.ready(21));        // five pairs
  take_packet(stage, 1, 3, 21);  // two pairs, while the wave takes two
  CHECK(stage.ready(24));
  take_packet(stage, 2, 3, 24);
  CHECK_FALSE(stage.ready(27));
}

TEST_CASE("short packets for one output share a word, until another such would not leave room", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  take_packet(stage, 1, 2, 10);
  take_packet(stage, 0, 1, 12);
  CHECK_FALSE(stage.has_word());
  CHECK(stage.waiting() == 0b11);
  take_packet(stage, 1, 2, 13);
  const auto word = stage.word();
  CHECK(word.dest == 1);
  CHECK(word.beats == 4);
  CHECK(word.packets == 2);
  CHECK(word.begins == 1);
  CHECK(word.stamp == 13);  // of the last that begins in it
  CHECK(word.first);
  CHECK(word.last);
  std::vector<std::uint32_t> begins;
  const auto lose = [](std::uint64_t /*payload*/) {};
  const auto begin = [&](const IngressStage::Begin& b) { begins.push_back(b.at); };
  stage.take(20, lose, begin);
  CHECK(begins == std::vector<std::uint32_t>{2});
  CHECK(stage.waiting() == 0b01);
}

TEST_CASE("a packet that a shared word cannot hold goes on in a word that ends with it", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  take_packet(stage, 1, 1);
  take_packet(stage, 1, 6, 1);  // five beats, and one
  CHECK(stage.word().beats == 6);
  CHECK(stage.word().packets == 1);
  CHECK(stage.word().shared_on());
  payload_of(stage, 10);
  CHECK(stage.word().beats == 1);
  CHECK(stage.word().packets == 1);
  CHECK_FALSE(stage.word().first);
  CHECK(stage.word().last);
  CHECK(payload_of(stage, 13) == std::vector<std::uint64_t>{105});
}

TEST_CASE("a word that waits is completed for a hungry output, in turn, or when it is overdue", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  for (std::uint8_t dest = 0; dest < 3; ++dest) take_packet(stage, dest, 1, dest);
  stage.complete_waiting(0, 0);
  CHECK_FALSE(stage.has_word());
  stage.complete_waiting(0b101, 1);
  CHECK(stage.word().dest == 2);
  stage.complete_waiting(0b101, 1);  // one is there
  payload_of(stage, 10);
  CHECK_FALSE(stage.has_word());
  stage.tick();
  take_packet(stage, 2, 1, 11);
  stage.complete_waiting(0, 2);
  CHECK_FALSE(stage.has_word());
  stage.tick();
  stage.complete_waiting(0, 2);
  CHECK(stage.word().dest == 0);
  payload_of(stage, 20);
  stage.complete_waiting(0, 2);
  CHECK(stage.word().dest == 1);
  payload_of(stage, 30);
  stage.complete_waiting(0, 2);
  CHECK_FALSE(stage.has_word());
  CHECK(stage.waiting() == 0b100);
}

TEST_CASE("no word comes between those of one packet, nor is one completed in the middle of it",
          "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  take_packet(stage, 0, 1);
  const std::uint64_t data = 1;
  for (unsigned n = 0; n < 7; ++n) stage.accept(1, false, 1 + n, &data);
  payload_of(stage, 10);
  stage.complete_waiting(~PortMask{0}, 0);
  CHECK_FALSE(stage.has_word());
  stage.accept(1, true, 20, &data);
  payload_of(stage, 21);
  stage.accept(0, false, 30, &data);  // joins the word that waits
  stage.complete_waiting(~PortMask{0}, 0);
  CHECK_FALSE(stage.has_word());
  stage.accept(0, true, 31, &data);
  stage.complete_waiting(~PortMask{0}, 0);
  CHECK(stage.word().beats == 3);
}

TEST_CASE("words that wait take slots, one for each output and four more", "[systemc]") {
  IngressStage stage(kStagedPorts, 0);
  unsigned words = 0;
  for (std::uint64_t now = 0; stage.ready(now); ++now) {
    const std::uint64_t data = now;
    stage.accept(static_cast<std::uint8_t>(now % 3), true, now, &data);
    words = static_cast<unsigned>(now + 1);
  }
  // Three outputs, five packets a word; the seventh slot is taken by the word after four that are full.
  CHECK(words >= 4 * 5 + 1);
  CHECK(stage.tight());
  payload_of(stage, words);
  CHECK(stage.ready(words));
}

TEST_CASE("packets to a destination that does not exist leave no trace but a count", "[systemc]") {
  IngressStage stage(kStagedPorts, 1);
  take_packet(stage, 3, 4);
  CHECK_FALSE(stage.has_word());
  CHECK(stage.misrouted_packets() == 1);
  take_packet(stage, 0, 3);
  CHECK(stage.word().dest == 0);
}
