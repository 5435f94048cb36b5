// SPDX-License-Identifier: Apache-2.0
#include "systemc/ingress.h"

#include "tests/catch.h"

using xb::twin::Ingress;

TEST_CASE("a packet's destination is that of its first beat", "[systemc]") {
  Ingress ingress(4);
  const auto first = ingress.take(3, false);
  CHECK(first.keep);
  CHECK(first.first);
  CHECK(first.destination == 3);
  const auto second = ingress.take(1, false);  // what tdest says later does not count
  CHECK(second.keep);
  CHECK_FALSE(second.first);
  CHECK(second.destination == 3);
  CHECK(ingress.take(63, true).keep);
  CHECK(ingress.dropped_packets() == 0);
  const auto next = ingress.take(0, true);
  CHECK(next.first);
  CHECK(next.destination == 0);
  CHECK(ingress.take(2, true).first);  // after a packet of one beat
}

TEST_CASE("a packet to an output that does not exist is discarded whole and counted once", "[systemc]") {
  const std::uint8_t nowhere = GENERATE(5, 6, 63);
  Ingress ingress(5);
  CHECK_FALSE(ingress.take(nowhere, false).keep);
  CHECK_FALSE(ingress.take(1, false).keep);  // belongs to it, whatever its tdest
  CHECK(ingress.dropped_packets() == 0);
  CHECK_FALSE(ingress.take(nowhere, true).keep);
  CHECK(ingress.dropped_packets() == 1);
  CHECK(ingress.take(4, true).keep);
  CHECK_FALSE(ingress.take(nowhere, true).keep);
  CHECK(ingress.dropped_packets() == 2);
}

TEST_CASE("a reset ingress is between packets and has dropped none", "[systemc]") {
  Ingress ingress(2);
  ingress.take(7, true);
  ingress.take(7, false);
  ingress.reset();
  CHECK(ingress.dropped_packets() == 0);
  const auto beat = ingress.take(1, true);
  CHECK(beat.first);
  CHECK(beat.keep);
}
