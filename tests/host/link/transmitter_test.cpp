// SPDX-License-Identifier: Apache-2.0
#include "host/link/transmitter.h"

#include "tests/catch.h"
#include "tests/host/link/link.h"

using namespace xb;

TEST_CASE("a packet begins with its header and the first mark, and ends with the last mark", "[host]") {
  const unsigned length = GENERATE(1U, 2U, 3U, 190U);
  const unsigned words = GENERATE(1U, 8U);
  Link link(4, words);
  link.now = 77;
  const auto beats = link.send(2, 3, length);
  REQUIRE(beats.size() == length);
  const auto header = PacketHeader::decode(beats[0].data[0]);
  CHECK(header.source == 2);
  CHECK(header.destination == 3);
  CHECK(header.length == length);
  CHECK(header.sequence == 0);
  CHECK(header.stamp == 77);
  for (unsigned n = 0; n < length; ++n) {
    CHECK(beats[n].output == 3);
    CHECK(beats[n].first == (n == 0));
    CHECK(beats[n].last == (n == length - 1));
  }
}

TEST_CASE("a beat stays on offer unchanged until it is taken", "[host]") {
  Transmitter transmitter(3, 2);
  Scoreboard scoreboard(3);
  transmitter.start(1, 2, 4, 10);
  for (unsigned beat = 0; beat < 4; ++beat) {
    const SwitchInputs offered = transmitter.wires();
    CHECK(offered.s_tvalid == 0b010);
    for (int wait = 0; wait < 5; ++wait) {
      transmitter.advance(0, 11, scoreboard);
      const SwitchInputs& now = transmitter.wires();
      REQUIRE(now.s_tvalid == offered.s_tvalid);
      REQUIRE(now.s_tlast == offered.s_tlast);
      REQUIRE(now.s_tuser == offered.s_tuser);
      REQUIRE(now.s_tdest[1] == offered.s_tdest[1]);
      REQUIRE(now.s_tdata[2] == offered.s_tdata[2]);
      REQUIRE(now.s_tdata[3] == offered.s_tdata[3]);
    }
    transmitter.advance(0b010, 12, scoreboard);
  }
  CHECK(transmitter.wires().s_tvalid == 0);
}

TEST_CASE("a packet is due from the cycle in which the switch takes its first beat", "[host]") {
  Transmitter transmitter(3, 1);
  Scoreboard scoreboard(3);
  transmitter.start(0, 2, 2, 10, {99, 0, 0, 0});
  transmitter.advance(0, 10, scoreboard);
  CHECK(scoreboard.due(0, 2) == nullptr);
  transmitter.advance(1, 14, scoreboard);
  REQUIRE(scoreboard.due(0, 2) != nullptr);
  CHECK(scoreboard.due(0, 2)->first_in_cycle == 14);
  CHECK(scoreboard.due(0, 2)->note.message == 99);
  CHECK(PacketHeader::decode(scoreboard.due(0, 2)->header).stamp == 10);
  transmitter.advance(1, 15, scoreboard);
  CHECK(scoreboard.in_flight() == 1);
}

TEST_CASE("sequence numbers count within a flow", "[host]") {
  Link link(4, 1);
  const auto sequence = [&](unsigned source, unsigned destination) {
    return PacketHeader::decode(link.send(source, destination, 2)[0].data[0]).sequence;
  };
  CHECK(sequence(0, 1) == 0);
  CHECK(sequence(0, 2) == 0);
  CHECK(sequence(0, 1) == 1);
  CHECK(sequence(3, 1) == 0);
  CHECK(sequence(0, 1) == 2);
  CHECK(sequence(0, 2) == 1);
  CHECK(link.transmitter.started(0, 1) == 3);
  CHECK(link.transmitter.started(0, 2) == 2);
  CHECK(link.transmitter.started(3, 1) == 1);
  CHECK(link.transmitter.started(1, 0) == 0);
}

TEST_CASE("ports send side by side, and a port is idle again once its last beat is taken", "[host]") {
  Transmitter transmitter(3, 1);
  Scoreboard scoreboard(3);
  CHECK(transmitter.idle() == 0b111);
  transmitter.start(0, 1, 1, 0);
  transmitter.start(2, 1, 2, 0);
  CHECK(transmitter.idle() == 0b010);
  CHECK(transmitter.wires().s_tlast == 0b001);
  transmitter.advance(0b101, 0, scoreboard);
  CHECK(transmitter.idle() == 0b011);
  CHECK((transmitter.wires().s_tlast & 0b100) == 0b100);
  transmitter.start(0, 2, 3, 1);  // not last any more
  CHECK((transmitter.wires().s_tlast & 0b001) == 0);
  transmitter.advance(0b100, 1, scoreboard);
  CHECK(transmitter.idle() == 0b110);
}

TEST_CASE("a slow link begins to offer beats in its own cycles only", "[host]") {
  Transmitter transmitter(2, 1);
  Scoreboard scoreboard(2);
  transmitter.start(0, 1, 3, 0);
  transmitter.offer(0);
  CHECK(transmitter.wires().s_tvalid == 0);
  CHECK(transmitter.idle() == 0b10);
  transmitter.advance(0, 0, scoreboard);
  transmitter.offer(0b11);
  CHECK(transmitter.wires().s_tvalid == 1);
  transmitter.advance(0, 1, scoreboard);  // not taken: it stays
  transmitter.offer(0);
  CHECK(transmitter.wires().s_tvalid == 1);
  transmitter.advance(1, 2, scoreboard);  // taken: the next one waits
  transmitter.offer(0);
  CHECK(transmitter.wires().s_tvalid == 0);
}
