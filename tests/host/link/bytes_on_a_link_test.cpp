// SPDX-License-Identifier: Apache-2.0
// Packets of any number of bytes from end to end, and what the receiver says of wrong ones.
#include "tests/catch.h"
#include "tests/host/link/link.h"

using namespace xb;

namespace {

Link link_of(unsigned words) { return Link(4, words, {}, LengthUnit::bytes(8 * words)); }

/// What the receiver says of a packet of 20 bytes, on beats of 8, that `damage` has changed.
template <class Damage>
std::string seen_of(Damage&& damage) {
  Link link = link_of(1);
  auto beats = link.send(2, 1, 20);
  damage(beats);
  link.now = 100;
  link.deliver(beats);
  return lines_of(link.receiver.violations());
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("packets of any number of bytes come as they were sent", "[host]") {
  for (const unsigned words : {1U, 2U, 4U, 8U}) {
    const unsigned width = 8 * words;
    Link link = link_of(words);
    for (const unsigned bytes : {1U, width - 1, width, width + 1, 64U, 1518U, 9000U, 65535U}) {
      CAPTURE(width, bytes);
      const auto beats = link.send(3, 1, bytes);
      CHECK(beats.size() == (bytes + width - 1) / width);
      unsigned kept = 0;
      for (const LinkBeat& beat : beats) kept += port_count(beat.keep);
      CHECK(kept == bytes);
      CHECK(link.scoreboard.flow(3, 1).beats == beats.size());
      link.deliver(beats);
      REQUIRE(link.receiver.violations().empty());
      CHECK(link.delivered.back().length() == bytes);
      CHECK(link.delivered.back().length_beats == beats.size());
      CHECK(link.scoreboard.flow(3, 1).beats == 0);
    }
  }
}

TEST_CASE("a wrong tkeep is found, whatever is wrong with it", "[host]") {
  const auto damage = [](unsigned beat, std::uint64_t keep) {
    return seen_of([&](std::vector<LinkBeat>& beats) { beats[beat].keep = keep; });
  };
  CHECK(damage(2, 0x0f).empty());  // as sent
  const std::string expected =
      "cycle 102: output 1: tkeep: expected 0xf at beat 2 of packet #0 from input 2 to output 1, 20 bytes; "
      "seen ";
  CHECK(has(damage(2, 0x07), expected + "0x7\n"));   // a byte less
  CHECK(has(damage(2, 0x1f), expected + "0x1f\n"));  // one more
  CHECK(has(damage(2, 0xff), expected + "0xff\n"));  // tkeep is ignored
  CHECK(has(damage(2, 0x0d), expected + "0xd\n"));   // a gap
  CHECK(has(damage(2, 0x00), expected + "0x0\n"));
  CHECK(has(damage(0, 0x7f), "tkeep: expected 0xff at beat 0 of packet #0"));  // not full before tlast
  CHECK(has(damage(1, 0xfe),
            "tkeep: expected 0xff at beat 1 of packet #0 from input 2 to output 1, 20 bytes; seen 0xfe"));
}

TEST_CASE("the bytes of a beat are compared, and no others", "[host]") {
  for (unsigned byte = 0; byte < 8; ++byte) {
    CAPTURE(byte);
    const std::string seen =
        seen_of([&](std::vector<LinkBeat>& beats) { beats[2].data[0] ^= std::uint64_t{0x10} << 8 * byte; });
    CHECK(seen.empty() == (byte >= 4));
  }
}

TEST_CASE("a packet with a beat too many or too few is found by its bytes", "[host]") {
  CHECK_FALSE(seen_of([](std::vector<LinkBeat>& beats) { beats.erase(beats.begin() + 1); }).empty());
  CHECK_FALSE(
      seen_of([](std::vector<LinkBeat>& beats) { beats.insert(beats.begin() + 1, beats[1]); }).empty());
}
