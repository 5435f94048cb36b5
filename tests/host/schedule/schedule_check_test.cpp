// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_check.h"

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_reader.h"
#include "tests/catch.h"
#include "tests/host/exchange/shape_for.h"
#include "tests/host/message_of.h"
#include "tests/host/schedule/earlier_ops.h"

using namespace xb;

namespace {

/// What is said of rank 0 with the lines 3.. and rank 1 with others; empty if nothing is wrong.
std::string verdict(const std::string& rank0, const std::string& rank1, const std::string& rank2 = "") {
  const std::string text =
      "num_ranks 3\nrank 0 {\n" + rank0 + "}\nrank 1 {\n" + rank1 + "}\nrank 2 {\n" + rank2 + "}\n";
  const GoalProgram program = read_goal(text, "x.goal");
  try {
    check_schedule(program.schedule, program.places);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    CHECK(mentions(error.what(), {"; allowed: "}));
    return error.what();
  }
  return "";
}

RankProgram computations(unsigned count) {
  RankProgram program;
  for (unsigned n = 0; n < count; ++n) program.compute(1);
  return program;
}

}  // namespace

TEST_CASE("schedules that can run pass", "[host][goal]") {
  CHECK(verdict("", "").empty());
  CHECK(verdict("send 8b to 1 tag 3\n", "recv 8b from 0 tag 3\n").empty());
  CHECK(verdict("send 8b to 1\nsend 9b to 1\n", "recv 8b from 0\nrecv 9b from 0\n").empty());
  for (const ScheduleEntry& entry : schedules()) {
    for (unsigned p = 2; p <= 16; ++p) {
      CAPTURE(entry.name, p);
      CHECK_NOTHROW(check_schedule(entry.build(shape_for(entry, p))));
    }
  }
}

TEST_CASE("an unmatched send or receive is named", "[host][goal]") {
  CHECK(mentions(verdict("send 8b to 1\n", ""), {"x.goal:3: no receive for this send to 1, tag 0"}));
  CHECK(
      mentions(verdict("", "recv 8b from 0 tag 4\n"), {"x.goal:5: no send for this receive from 0, tag 4"}));
  CHECK(mentions(verdict("send 8b to 1 tag 1\n", "recv 8b from 0 tag 2\n"), {"x.goal:3: no receive"}));
  CHECK(mentions(verdict("send 8b to 1\nsend 8b to 1\n", "recv 8b from 0\n"), {"x.goal:4: no receive"}));
  CHECK(mentions(verdict("send 8b to 1\n", "recv 8b from 0\nrecv 8b from 0\n"), {"x.goal:7: no send"}));
  CHECK(mentions(verdict("send 8b to 1\n", "recv 8b from 2\n", "send 8b to 0\n"), {"x.goal:9: no receive"}));
}

TEST_CASE("the sizes of a send and of its receive agree", "[host][goal]") {
  CHECK(mentions(verdict("send 8b to 1\n", "recv 9b from 0\n"),
                 {"x.goal:6: this receive is of 9 bytes, its send (x.goal:3) of 8"}));
  CHECK(mentions(verdict("send 8b to 1\nsend 9b to 1\n", "recv 9b from 0\nrecv 8b from 0\n"), {"x.goal:7"}));
  // What starts first matches first, not what stands first.
  CHECK(verdict("a: send 8b to 1\nb: send 9b to 1\na requires b\n", "recv 9b from 0\nrecv 8b from 0\n")
            .empty());
  CHECK(verdict("a: send 8b to 1\nb: send 9b to 1\na irequires b\n", "recv 9b from 0\nrecv 8b from 0\n")
            .empty());
}

TEST_CASE("a dependency cycle is named with the operations on it", "[host][goal]") {
  CHECK(mentions(verdict("a: calc 1\nb: calc 1\na requires b\nb requires a\n", ""),
                 {"x.goal:3: this operation waits for itself through x.goal:4"}));
  CHECK(mentions(verdict("a: calc 1\nb: calc 1\na irequires b\nb requires a\n", ""), {"waits for itself"}));
  CHECK(mentions(verdict("a: calc 1\na requires a\n", ""), {"x.goal:3: this operation waits for itself;"}));
  // c waits for the cycle, but is not on it.
  const std::string three = "c: calc 1\na: calc 1\nb: calc 1\nc requires a\na requires b\nb requires a\n";
  const std::string said = verdict(three, "");
  CHECK(mentions(said, {"x.goal:4", "x.goal:5"}));
  CHECK_FALSE(mentions(said, {"x.goal:3:"}));
  CHECK(verdict("a: calc 1\nb: calc 1\nb requires a\nb irequires a\n", "").empty());
}

TEST_CASE("nobody sends to itself", "[host][goal]") {
  CHECK(mentions(verdict("send 8b to 0\nrecv 8b from 0\n", ""), {"x.goal:3", "rank 0 sends to itself"}));
}

TEST_CASE("a rank has one network card", "[host][goal]") {
  CHECK(verdict("send 8b to 1 nic 0\n", "recv 8b from 0\n").empty());
  CHECK(mentions(verdict("send 8b to 1 nic 1\n", "recv 8b from 0\n"), {"x.goal:3: nic 1 is not allowed"}));
}

TEST_CASE("open receives take what the others leave", "[host][goal]") {
  CHECK(verdict("send 8b to 1 tag 5\n", "recv 8b from -1 tag -1\n").empty());
  CHECK(verdict("send 8b to 1 tag 5\n", "recv 8b from 0 tag -1\n").empty());
  CHECK(verdict("send 8b to 1 tag 5\n", "recv 8b from -1 tag 5\n").empty());
  CHECK(verdict("send 8b to 1\nsend 8b to 1\n", "recv 8b from 0\nrecv 8b from -1\n").empty());
  // Too many, too few, from another source, with another tag.
  CHECK(mentions(verdict("send 8b to 1\n", "recv 8b from -1\nrecv 8b from -1\n"), {"x.goal:7: no send"}));
  CHECK(mentions(verdict("send 8b to 1\nsend 8b to 1\n", "recv 8b from -1\n"), {"no receive for this send"}));
  CHECK(mentions(verdict("send 8b to 1\n", "recv 8b from 2 tag -1\n"),
                 {"x.goal:6: no send", "from 2, any tag"}));
  CHECK(mentions(verdict("send 8b to 1 tag 3\n", "recv 8b from -1 tag 4\n"),
                 {"x.goal:6: no send", "any rank"}));
  CHECK(mentions(verdict("send 8b to 1 tag 3\n", "recv 8b from 0 tag 4\nrecv 8b from -1 tag -1\n"),
                 {"x.goal:6: no send"}));
}

TEST_CASE("an error in a schedule that was built names rank and operation", "[host][goal]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].compute(1);
  schedule.ranks[0].send(1, 8);
  CHECK(mentions(message_of<InputError>([&] { check_schedule(schedule); }),
                 {"rank 0, operation l2: no receive"}));
  schedule.ranks[1].receive(0, 8);
  CHECK_NOTHROW(check_schedule(schedule));
  schedule.ranks[1].send(2, 8);
  CHECK(mentions(message_of<InputError>([&] { check_schedule(schedule); }),
                 {"rank 1, operation l2: rank 2", "0..1"}));
}

TEST_CASE("operations start after what they require", "[host]") {
  RankProgram program = computations(4);
  CHECK(start_order(program) == std::vector<OpId>{0, 1, 2, 3});
  program.require(0, 3);
  program.require_start(1, 0);
  CHECK(start_order(program) == std::vector<OpId>{2, 3, 0, 1});
  CHECK(dependency_cycle(program).empty());
}

TEST_CASE("a cycle is left out of the order, with what waits for it", "[host]") {
  RankProgram program = computations(5);
  program.require(1, 2);
  program.require_start(2, 3);
  program.require(3, 1);
  program.require(4, 1);
  CHECK(start_order(program) == std::vector<OpId>{0});
  CHECK(dependency_cycle(program) == std::vector<OpId>{1, 2, 3});
  program = computations(2);
  program.require(1, 1);
  CHECK(dependency_cycle(program) == std::vector<OpId>{1});
}

TEST_CASE("what an operation requires is finished before it starts, directly or not", "[host]") {
  RankProgram program;
  for (int n = 0; n < 5; ++n) program.compute(1);
  program.require(1, 0);
  program.require(2, 1);
  program.require_start(3, 2);
  const EarlierOps earlier(program);
  CHECK(earlier.finished(0, 2));
  CHECK(earlier.finished(1, 2));
  CHECK_FALSE(earlier.finished(2, 2));
  CHECK_FALSE(earlier.finished(2, 3));  // it has only started
  CHECK(earlier.finished(1, 3));
  CHECK_FALSE(earlier.finished(0, 4));
  CHECK_FALSE(earlier.finished(2, 1));
}

TEST_CASE("dependencies may point ahead, and programs be long", "[host]") {
  RankProgram program;
  for (int n = 0; n < 200; ++n) program.compute(1);
  for (OpId op = 0; op + 1 < 200; ++op) program.require(op, op + 1);
  const EarlierOps earlier(program);
  CHECK(earlier.finished(199, 0));
  CHECK(earlier.finished(64, 63));
  CHECK_FALSE(earlier.finished(63, 64));
}
