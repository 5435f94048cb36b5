// SPDX-License-Identifier: Apache-2.0
#include "host/check/port_rules.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("an output that shows a beat before a packet for it has come is found", "[host]") {
  const unsigned port = GENERATE(0U, 2U, 3U);
  IdleOutputs outputs;
  Scoreboard scoreboard(4);
  SwitchInputs in{};
  SwitchOutputs out{};
  outputs.cycle(in, out, 6, scoreboard);
  out.m_tvalid = PortMask{1} << port;
  SECTION("after packets for others") {
    for (unsigned other = 0; other < 4; ++other) {
      if (other != port) scoreboard.sent(1, other, {PacketHeader{1, other, 1, 0, 0}.encode(), 5, {}, 5});
    }
    outputs.cycle(in, out, 7, scoreboard);
    REQUIRE(outputs.violation());
    CHECK(outputs.violation()->text() == "cycle 7: output " + std::to_string(port) +
                                             ": idle: expected tvalid 0, since no packet for it has ever "
                                             "come; seen tvalid 1");
  }
  SECTION("with one in it, and after it has gone") {
    scoreboard.sent(1, port, {PacketHeader{1, port, 1, 0, 0}.encode(), 5, {}, 5});
    outputs.cycle(in, out, 7, scoreboard);
    scoreboard.delivered(1, port);
    outputs.cycle(in, out, 8, scoreboard);
    CHECK_FALSE(outputs.violation());
  }
  SECTION("with one that is on offer in this cycle") {
    in.s_tvalid = 0b100;
    in.s_tdest[2] = static_cast<std::uint8_t>(port);
    outputs.cycle(in, out, 7, scoreboard);
    CHECK_FALSE(outputs.violation());
  }
}
