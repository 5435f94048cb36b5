// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_summary.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("the n-th send of a flow meets its n-th receive, what has no partner is left out", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].send(1, 8);     // 0: after operation 1
  schedule.ranks[0].send(1, 9);     // 1
  schedule.ranks[0].send(1, 8, 7);  // 2: of another tag
  schedule.ranks[0].require(0, 1);
  schedule.ranks[1].receive(0, 9);
  schedule.ranks[1].receive(0, 8);
  schedule.ranks[1].receive(0, 8);
  const auto pairs = message_pairs(schedule);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].send == 1);
  CHECK(pairs[0].receive == 0);
  CHECK(pairs[1].send == 0);
  CHECK(pairs[1].receive == 1);
  CHECK(pairs[0].source == 0);
  CHECK(pairs[0].destination == 1);
}
