// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet_counter.h"

#include "tests/catch.h"

using xb::twin::PacketCounter;

TEST_CASE("a packet is held from its first beat and complete with its last", "[systemc]") {
  PacketCounter packets;
  CHECK(packets.held() == 0);
  packets.push(true, false);
  CHECK(packets.held() == 1);
  CHECK_FALSE(packets.has_complete());
  packets.push(false, false);
  CHECK(packets.held() == 1);
  packets.push(false, true);
  CHECK(packets.held() == 1);
  CHECK(packets.has_complete());
  packets.push(true, true);  // one beat
  CHECK(packets.held() == 2);
  packets.pop_last();
  CHECK(packets.held() == 1);
  CHECK(packets.has_complete());
  packets.pop_last();
  CHECK(packets.held() == 0);
  CHECK_FALSE(packets.has_complete());
}

TEST_CASE("a reset counter holds nothing", "[systemc]") {
  PacketCounter packets;
  packets.push(true, true);
  packets.push(true, false);
  packets.reset();
  CHECK(packets.held() == 0);
  CHECK_FALSE(packets.has_complete());
}
