// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/turns.h"

#include "tests/catch.h"
#include "tests/host/schedule/same_schedule.h"

using namespace xb;

TEST_CASE("turns written out are operations in a row, as long as a turn each", "[host]") {
  // Before: a calculation. Two sends that take turns of 10 bytes, beside two receives; after them a send.
  RankProgram program;
  const OpId before = program.compute(5);
  const OpId s1 = program.send(1, 20, 7);
  const OpId r1 = program.receive(2, 20);
  const OpId s2 = program.send(2, 20);
  const OpId r2 = program.receive(1, 20);
  const OpId after = program.send(3, 4);
  program.require(s1, before);
  program.require_start(r1, before);
  program.require(after, s2);
  program.require(after, r1);
  program.take_turns({s1, s2}, 10);
  program.take_turns({r1, r2}, 10);

  RankProgram plain;
  plain.compute(5);
  for (int turn = 0; turn < 2; ++turn) {
    plain.send(1, 10, 7);
    plain.receive(2, 10);
    plain.send(2, 10);
    plain.receive(1, 10);
  }
  plain.send(3, 4);
  for (const OpId op : {3U, 4U, 5U, 6U, 7U, 8U}) plain.require(op, op - 2);
  plain.require(1, 0);
  plain.require_start(2, 0);
  plain.require(9, 7);
  plain.require(9, 6);
  CHECK(same_schedule(without_turns({{program}}), {{plain}}));
  CHECK(same_schedule(without_turns({{plain}}), {{plain}}));
}

TEST_CASE("turns go round, and know their operation's group", "[host]") {
  RankProgram program;
  const OpId lone = program.send(1, 8);
  const OpId a = program.send(1, 6);
  const OpId b = program.send(2, 6);
  const OpId c = program.send(3, 6);
  program.take_turns({a, b, c}, 3);
  TurnKeeper turns(program);
  CHECK(turns.group(lone) == nullptr);
  TurnKeeper::Group* group = turns.group(b);
  REQUIRE(group != nullptr);
  CHECK(turns.group(a) == group);
  CHECK(turns.member(c).op == c);
  CHECK(group->waiting == 3);
  for (const OpId op : {a, b, c, a, b, c}) {
    CHECK(group->left > 0);
    CHECK(group->now().op == op);
    group->next();
  }
  CHECK(group->left == 0);
}
