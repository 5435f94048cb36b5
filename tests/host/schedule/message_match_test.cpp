// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_summary.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("ends of messages are in the order of flows, then of starts", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(3);
  RankProgram& program = schedule.ranks[0];
  const OpId late = program.send(2, 1);
  const OpId early = program.send(2, 1);
  program.require(late, early);
  program.send(1, 1, 9);
  program.compute(5);
  program.receive(1, 1);
  schedule.ranks[1].send(2, 1);
  const auto sends = message_ends(schedule, OpKind::Send);
  REQUIRE(sends.size() == 4);
  CHECK((sends[0].destination == 1 && sends[0].source == 0 && sends[0].tag == 9));
  CHECK((sends[1].destination == 2 && sends[1].source == 0 && sends[1].op == early));
  CHECK((sends[2].destination == 2 && sends[2].source == 0 && sends[2].op == late));
  CHECK((sends[3].destination == 2 && sends[3].source == 1));
  const auto receives = message_ends(schedule, OpKind::Receive);
  REQUIRE(receives.size() == 1);
  CHECK(receives[0].rank(OpKind::Receive) == 0);
  CHECK_FALSE(receives[0].is_open());
}

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
