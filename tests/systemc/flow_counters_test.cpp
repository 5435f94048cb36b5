// SPDX-License-Identifier: Apache-2.0
#include "systemc/flow_counters.h"

#include "tests/catch.h"

using namespace xb::twin;

namespace {

/// Input 2 of 4 takes a packet of 2 beats for output 1 and one of 1 beat for output 3, and refuses one for 3.
template <class Counters>
Counters counted() {
  Counters counters({4, 0, 16, 16, 0xffffffff});
  counters.reset();
  counters.enter(2, 1, 1, true);
  counters.enter(2, 1, 1, false);
  counters.enter(2, 3, 1, true);
  counters.refuse(2, 3);
  return counters;
}

}  // namespace

TEST_CASE("the queues of a switch are counted for each pair of ports") {
  auto counters = counted<VoqCounters>();
  CHECK(counters.queues() == 16);
  CHECK(counters.occupancy().beats(2 * 4 + 1) == 2);
  CHECK(counters.occupancy().packets(2 * 4 + 1) == 1);
  CHECK(counters.occupancy().beats(2 * 4 + 3) == 1);
  counters.leave(2, 1, 1, false);
  CHECK(counters.occupancy().beats(2 * 4 + 1) == 1);
  CHECK(counters.occupancy().packets(2 * 4 + 1) == 1);
  counters.leave(2, 1, 1, true);
  CHECK(counters.occupancy().packets(2 * 4 + 1) == 0);
  CHECK(counters.drop_full(2 * 4 + 3) == 0);  // one more than the start, which is the highest number
  CHECK(counters.drop_full(2 * 4 + 1) == 0xffffffff);
}

TEST_CASE("the queues of a switch are counted for each input") {
  auto counters = counted<InputCounters>();
  CHECK(counters.queues() == 4);
  CHECK(counters.occupancy().beats(2) == 3);
  CHECK(counters.occupancy().packets(2) == 2);
  counters.leave(2, 3, 1, true);
  CHECK(counters.occupancy().beats(2) == 2);
  CHECK(counters.drop_full(2) == 0);
  CHECK(counters.drop_full(1) == 0xffffffff);
}

TEST_CASE("a packet that is refused touches its queue, so that its drop counter is shown") {
  auto counters = counted<VoqCounters>();
  unsigned touched = 0;
  counters.occupancy().take_touched([&](unsigned) { ++touched; });
  CHECK(touched > 0);
  counters.refuse(1, 1);
  unsigned queue = 0;
  counters.occupancy().take_touched([&](unsigned q) { queue = q; });
  CHECK(queue == 1 * 4 + 1);
}
