// SPDX-License-Identifier: Apache-2.0
#include "host/run/packets_in_transit.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("packets on their way are counted by host, in any order", "[host]") {
  PacketsInTransit transit(3);
  CHECK(transit.most() == 0);
  transit.add(1, 20, 30);
  transit.add(1, 10, 20);  // is there as the other starts
  CHECK(transit.most() == 1);
  transit.add(2, 15, 25);  // another host's
  CHECK(transit.most() == 1);
  transit.add(1, 19, 21);
  CHECK(transit.most() == 2);
  transit.add(1, 0, 100);
  CHECK(transit.most() == 3);
}
