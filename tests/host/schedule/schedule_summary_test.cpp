// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_summary.h"

#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_reader.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"

using namespace xb;

namespace {

std::optional<std::uint32_t> chain_of(const std::string& text) {
  return longest_message_chain(read_goal(text, "x.goal").schedule);
}

}  // namespace

TEST_CASE("a schedule in numbers", "[host]") {
  const ScheduleTotals totals = totals_of(make_schedule("combining", {7, 2, 1, 100}));
  CHECK(totals.sends == 7 * 3);
  CHECK(totals.receives == 7 * 3);
  CHECK(totals.computations == 0);
  CHECK(totals.dependencies == 7 * 5);
  CHECK(totals.bytes == 7 * 6 * 200);      // every rank gets the six other blocks
  CHECK(totals.longest_bytes == 3 * 200);  // 1 + 2 + 3 blocks
}

TEST_CASE("open receives are counted", "[host]") {
  const Schedule schedule =
      read_goal("num_ranks 2\nrank 0 {\nrecv 8b from -1\nrecv 8b from 1 tag -1\nrecv 8b from 1\n}\n",
                "x.goal")
          .schedule;
  CHECK(totals_of(schedule).receives == 3);
  CHECK(totals_of(schedule).open_receives == 2);
}

TEST_CASE("ends of messages are in the order of their flows, and of starts within one", "[host]") {
  // The last of 65,536 ranks has the number that a source has which is left open.
  const Schedule schedule =
      read_goal(
          "num_ranks 65536\nrank 1 {\nany: recv 8b from -1 tag 3\nlate: recv 8b from 65535 tag 3\n"
          "soon: recv 8b from 65535 tag 3\nother: recv 8b from 0 tag 4\nlate requires soon\n}\n",
          "x.goal")
          .schedule;
  std::vector<OpId> order;
  for (const MessageEnd& end : message_ends(schedule, OpKind::Receive)) order.push_back(end.op);
  CHECK(order == std::vector<OpId>{3, 2, 1, 0});
}

TEST_CASE("the longest chain of messages is what the algorithm says", "[host]") {
  for (const unsigned p : {2U, 3U, 8U, 13U}) {
    const auto chain = [&](const char* name) {
      return longest_message_chain(make_schedule(name, {p, 2, 3}));
    };
    CAPTURE(p);
    CHECK(chain("logical-ring") == p - 1);
    CHECK(chain("shift") == p - 1);
    CHECK(chain("combining") == (p == 2 ? 1 : p == 3 ? 2 : p == 8 ? 3 : 4));
    CHECK(chain("simultaneous-broadcast") == 1U);
    CHECK(chain("sync-shuffle") == 1U);
    CHECK(chain("linear") == 1U);
  }
}

TEST_CASE("ranks that wait for each other are found", "[host]") {
  const std::string each_first_receives =
      "num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\n"
      "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n";
  CHECK_FALSE(chain_of(each_first_receives));
  // A send that waits only for the start of the receive can go.
  std::string started = each_first_receives;
  started.replace(started.find("requires"), 8, "irequires");
  CHECK(chain_of(started) == 2U);
}

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
