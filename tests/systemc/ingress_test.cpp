// SPDX-License-Identifier: Apache-2.0
#include "systemc/ingress.h"

#include "tests/catch.h"

using xb::twin::Ingress;

TEST_CASE("a packet's destination is that of its first beat", "[systemc]") {
  Ingress ingress(4);
  const auto first = ingress.take(3, false, false);
  CHECK(first.keep);
  CHECK(first.first);
  CHECK(first.destination == 3);
  const auto second = ingress.take(1, false, false);  // what tdest says later does not count
  CHECK(second.keep);
  CHECK_FALSE(second.first);
  CHECK(second.destination == 3);
  CHECK(ingress.take(63, true, false).keep);
  CHECK(ingress.misrouted_packets() == 0);
  const auto next = ingress.take(0, true, false);
  CHECK(next.first);
  CHECK(next.destination == 0);
  CHECK(ingress.take(2, true, false).first);  // after a packet of one beat
}

TEST_CASE("a packet to an output that does not exist is discarded whole and counted once", "[systemc]") {
  const std::uint8_t nowhere = GENERATE(5, 6, 63);
  Ingress ingress(5);
  CHECK_FALSE(ingress.take(nowhere, false, false).keep);
  CHECK_FALSE(ingress.take(1, false, false).keep);  // belongs to it, whatever its tdest
  CHECK(ingress.misrouted_packets() == 0);
  CHECK_FALSE(ingress.take(nowhere, true, false).keep);
  CHECK(ingress.misrouted_packets() == 1);
  CHECK(ingress.take(4, true, false).keep);
  CHECK_FALSE(ingress.take(nowhere, true, false).keep);
  CHECK(ingress.misrouted_packets() == 2);
}

TEST_CASE("a reset ingress is between packets and has dropped none", "[systemc]") {
  Ingress ingress(2);
  ingress.take(7, true, false);
  ingress.take(7, false, false);
  ingress.reset();
  CHECK(ingress.misrouted_packets() == 0);
  const auto beat = ingress.take(1, true, false);
  CHECK(beat.first);
  CHECK(beat.keep);
}

TEST_CASE("under tail drop a packet that finds no room at its first beat is discarded whole", "[systemc]") {
  Ingress ingress(4);
  CHECK(ingress.refuses(true, false));
  CHECK_FALSE(ingress.refuses(false, false));  // back-pressure stalls instead
  CHECK_FALSE(ingress.refuses(true, true));
  CHECK_FALSE(ingress.take(1, false, true).keep);
  CHECK(ingress.refuses(true, true));  // whatever room there is by now
  const auto last = ingress.take(1, true, true);
  CHECK_FALSE(last.keep);
  CHECK(last.refused);
  CHECK(last.destination == 1);
  CHECK(ingress.take(1, false, false).keep);
  CHECK_FALSE(ingress.refuses(true, false));  // nor is an admitted one torn
}
