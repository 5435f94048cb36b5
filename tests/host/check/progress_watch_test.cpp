// SPDX-License-Identifier: Apache-2.0
#include "host/check/port_rules.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr std::uint64_t kBound = 100;
constexpr std::uint64_t kSoon = kBound + 2 * 64;  // it looks now and then

}  // namespace

TEST_CASE("an input whose beat is not taken is found when its bound is over", "[host]") {
  ProgressWatch watch({4, kBound, 0, GENERATE(false, true)});
  const Scoreboard scoreboard(4);
  const bool counts = GENERATE(true, false);
  const std::uint64_t begin = 1000;
  std::uint64_t now = begin;
  for (; now <= begin + kBound; ++now) watch.cycle(0b0100, 0, 0, counts, now, scoreboard);
  CHECK_FALSE(watch.violation());
  for (; now <= begin + kSoon; ++now) watch.cycle(0b0100, 0, 0, counts, now, scoreboard);
  REQUIRE(watch.violation().has_value() == counts);
  if (!counts) return;
  CHECK(watch.violation()->port == "input 2");
  CHECK(watch.violation()->rule == "progress");
  CHECK(watch.violation()->expected == "a beat of its to move within 100 cycles with ready receivers");
  CHECK(watch.violation()->seen == "none since cycle 1000");
}

TEST_CASE("an input is served when a beat of its moves, in or out, or when it wants nothing", "[host]") {
  ProgressWatch watch({4, kBound, 0, false});
  Scoreboard scoreboard(4);
  for (std::uint64_t now = 0; now < 10 * kSoon; ++now) {
    const bool moves = now % (kBound - 10) == 0;
    watch.cycle(0b0111, moves ? 0b0001 : 0, moves ? 0b0001 : 0, true, now, scoreboard);
    if (moves) watch.leaves(1, false, now);  // of a long packet that came before
    if (moves) watch.leaves(0, true, now);
    if (moves) watch.cycle(0b0011, 0, 0, true, now, scoreboard);
  }
  CHECK_FALSE(watch.violation());
}

TEST_CASE("a packet that stays inside is found, but not in a switch that may have lost it", "[host]") {
  const bool lossy = GENERATE(false, true);
  ProgressWatch watch({4, kBound, 0, lossy});
  Scoreboard scoreboard(4);
  const std::uint64_t header = PacketHeader{3, 1, 2, 7, 0}.encode();
  scoreboard.sent(3, 1, {header, 5, {}, 6});
  watch.cycle(0b1000, 0b1000, 0b1000, true, 5, scoreboard);
  watch.cycle(0b1000, 0b1000, 0, true, 6, scoreboard);
  for (std::uint64_t now = 7; now < 7 + kSoon; ++now) watch.cycle(0, 0, 0, true, now, scoreboard);
  REQUIRE(watch.violation().has_value() != lossy);
  if (lossy) return;
  CHECK(watch.violation()->port == "input 3");
  CHECK(watch.violation()->seen == "none since cycle 6; inside: packet #7 from input 3 to output 1, 2 beats");
}

TEST_CASE("whoever waits may wait for all packets that are inside", "[host]") {
  const std::uint64_t per_packet = 50;
  ProgressWatch watch({4, kBound, per_packet, false});
  Scoreboard scoreboard(4);
  for (unsigned n = 0; n < 10; ++n) scoreboard.sent(3, 1, {PacketHeader{3, 1, 50, n, 0}.encode(), n, {}, n});
  std::uint64_t now = 0;
  for (; now < kBound + 10 * per_packet; ++now) watch.cycle(0b0001, 0, 0, true, now, scoreboard);
  CHECK_FALSE(watch.violation());
  for (; now < kSoon + 10 * per_packet; ++now) watch.cycle(0b0001, 0, 0, true, now, scoreboard);
  CHECK(watch.violation());
}
