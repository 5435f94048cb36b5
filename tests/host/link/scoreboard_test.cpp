// SPDX-License-Identifier: Apache-2.0
#include "host/link/scoreboard.h"

#include <algorithm>

#include "host/link/packet.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

PacketInFlight packet(unsigned source, unsigned destination, std::uint32_t sequence, std::uint64_t cycle) {
  return {PacketHeader{source, destination, 6, sequence, 0}.encode(), cycle, sequence};
}

}  // namespace

TEST_CASE("packets of a flow are due in the order in which they were sent", "[host]") {
  Scoreboard scoreboard(3);
  scoreboard.sent(0, 2, packet(0, 2, 0, 10));
  scoreboard.sent(2, 0, packet(2, 0, 0, 11));
  scoreboard.sent(0, 2, packet(0, 2, 1, 12));
  CHECK(scoreboard.in_flight() == 3);
  CHECK(scoreboard.due(0, 1) == nullptr);
  REQUIRE(scoreboard.due(0, 2) != nullptr);
  CHECK(scoreboard.due(0, 2)->first_in_cycle == 10);
  scoreboard.delivered(0, 2);
  CHECK(scoreboard.due(0, 2)->first_in_cycle == 12);
  CHECK(scoreboard.due(2, 0)->first_in_cycle == 11);
  scoreboard.delivered(0, 2);
  CHECK(scoreboard.due(0, 2) == nullptr);
  CHECK(scoreboard.in_flight() == 1);
}

TEST_CASE("missing packets are listed by flow, with the first one of each", "[host]") {
  Scoreboard scoreboard(4);
  CHECK(scoreboard.missing(8).empty());
  scoreboard.sent(1, 3, packet(1, 3, 0, 10));
  scoreboard.delivered(1, 3);
  scoreboard.sent(1, 3, packet(1, 3, 1, 20));
  scoreboard.sent(1, 3, packet(1, 3, 2, 21));
  CHECK(mentions(scoreboard.missing(8), {"input 1 -> output 3: 2 packet(s)", "#1", "6 beats", "cycle 20"}));
}

TEST_CASE("two packets under way with the same header are told of", "[host]") {
  const std::uint32_t later = GENERATE(0U, 1U);  // cycles by which the second one differs
  Scoreboard scoreboard(2);
  for (std::uint32_t n = 0; n <= PacketHeader::kSequences; ++n) {
    CHECK_FALSE(scoreboard.ambiguous(0, 1));
    const std::uint64_t stamp = n == PacketHeader::kSequences ? later : 0;
    scoreboard.sent(0, 1, {PacketHeader{0, 1, 1, n, stamp}.encode(), n, {}});
  }
  CHECK(scoreboard.ambiguous(0, 1) == (later == 0));
  scoreboard.delivered(0, 1);
  CHECK_FALSE(scoreboard.ambiguous(0, 1));
}

TEST_CASE("the list of missing packets is as long as asked for", "[host]") {
  Scoreboard scoreboard(4);
  for (unsigned output = 0; output < 4; ++output) scoreboard.sent(0, output, packet(0, output, 0, 1));
  const auto lines = [&](unsigned limit) {
    const auto text = scoreboard.missing(limit);
    return std::count(text.begin(), text.end(), '\n');
  };
  CHECK(lines(8) == 4);
  CHECK(lines(3) == 3);
  CHECK(lines(0) == 0);
}
