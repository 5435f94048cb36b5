// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/turns.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/schedule/schedule_proof.h"

using namespace xb;

namespace {

/// Round of a message in each algorithm, by its two ranks.
unsigned round_of(const std::string& name, unsigned ranks, OpKind kind, unsigned rank, unsigned peer) {
  if (name == "shift")
    return kind == OpKind::Send ? (peer + ranks - rank) % ranks : (rank + ranks - peer) % ranks;
  if (name == "pairwise-xor") return rank ^ peer;
  for (unsigned round = 1; round <= edge_color_rounds(ranks); ++round) {
    if (edge_color(round, rank, ranks) == static_cast<int>(peer)) return round;
  }
  return 0;
}

std::string rounds_fault(const std::string& name, const Schedule& schedule) {
  const auto ranks = static_cast<unsigned>(schedule.ranks.size());
  return step_fault(schedule, find_schedule(name)->steps({ranks, 1, 1}),
                    [&](OpKind kind, unsigned rank, unsigned peer, unsigned) {
                      return round_of(name, ranks, kind, rank, peer);
                    });
}

/// The same schedule with one rank's program made by `change`, which is asked for each operation.
template <class Change>
Schedule changed(const Schedule& schedule, unsigned rank, Change&& change) {
  Schedule other = schedule;
  RankProgram program;
  for (OpId op = 0; op < schedule.ranks[rank].ops().size(); ++op)
    program.add(change(op, schedule.ranks[rank].ops()[op]));
  for (const auto& d : schedule.ranks[rank].dependencies()) program.require(d.op, d.first);
  other.ranks[rank] = program;
  return other;
}

}  // namespace

TEST_CASE("every block of a complete exchange is delivered exactly once, p = 2..64", "[host][long]") {
  const auto name = GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor", "sync-shuffle");
  for (unsigned p = 2; p <= 64; ++p) {
    for (const std::uint32_t k : {1U, 3U}) {
      const ExchangeShape shape{p, k, 5, 7};
      CAPTURE(name, p, k);
      REQUIRE(exchange_fault(make_schedule(name, shape), shape).empty());
    }
  }
}

TEST_CASE("so is every block of a group shuffle, whether omega divides p-1 or not", "[host][unsanitized]") {
  for (unsigned p = 2; p <= 64; ++p) {
    for (const unsigned omega : {1U, 2U, 3U, 5U, 7U, 16U, 63U}) {
      const ExchangeShape shape{p, 2, omega, 7};
      CAPTURE(p, omega);
      REQUIRE(exchange_fault(group_shuffle_exchange(shape), shape).empty());
    }
  }
}

TEST_CASE("shift and pairwise send one message and receive one in each round, p = 2..64", "[host][long]") {
  const auto name = GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor");
  for (unsigned p = 2; p <= 64; ++p) {
    CAPTURE(name, p);
    REQUIRE(rounds_fault(name, make_schedule(name, {p, 4, 1})).empty());
  }
}

TEST_CASE("a broken exchange is found", "[host]") {
  const ExchangeShape shape{6, 2, 2, 7};
  const Schedule good = shift_exchange(shape);
  REQUIRE(exchange_fault(good, shape).empty());
  // To somebody else; of another size; with one message left out at both ends.
  CHECK_FALSE(exchange_fault(changed(good, 2,
                                     [](OpId op, Op o) {
                                       if (op == 0) o.peer = 5;
                                       return o;
                                     }),
                             shape)
                  .empty());
  const auto shorter = [](OpId op, Op o) {
    if (op == 0) o.size -= 7;
    return o;
  };
  CHECK_FALSE(exchange_fault(changed(good, 2, shorter), shape).empty());
  const auto shorter_receive = [](OpId op, Op o) {
    if (op == 1) o.size -= 7;
    return o;
  };
  CHECK(exchange_fault(changed(changed(good, 2, shorter), 3, shorter_receive), shape) ==
        "7 bytes from 2 to 3 instead of 14");
  Schedule twice = good;
  twice.ranks[1].send(4, 14);
  CHECK_FALSE(exchange_fault(twice, shape).empty());
  twice.ranks[4].receive(1, 14);
  CHECK(exchange_fault(twice, shape) == "28 bytes from 1 to 4 instead of 14");
  Schedule stuck = good;
  stuck.ranks[0].require(0, 1);
  for (unsigned rank = 1; rank < 6; ++rank) stuck.ranks[rank].require(0, 1);
  CHECK_FALSE(exchange_fault(stuck, shape).empty());
}

TEST_CASE("a round with two sends of a rank is found", "[host]") {
  CHECK(rounds_fault("shift", make_schedule("linear", {6, 2, 2})) == "rank 0: two sends at a time");
  CHECK_FALSE(rounds_fault("shift", make_schedule("random-order", {6, 2, 2})).empty());
  CHECK_FALSE(rounds_fault("shift", make_schedule("sync-shuffle", {6, 2, 2})).empty());
  CHECK_FALSE(rounds_fault("pairwise", make_schedule("shift", {6, 2, 2})).empty());
}

TEST_CASE("a shuffle sends its packets one at a time to each partner of the group in turn", "[host]") {
  // p = 6, omega = 2: three groups of 2, 2 and 1 partners.
  const Schedule schedule = without_turns(group_shuffle_exchange({6, 3, 2}));
  for (unsigned rank = 0; rank < 6; ++rank) {
    std::vector<unsigned> partners;
    for (unsigned round = 1; round <= 5; ++round) {
      partners.push_back(static_cast<unsigned>(edge_color(round, rank, 6)));
    }
    std::vector<unsigned> expected;
    for (const auto& group : {std::vector<unsigned>{0, 1}, {2, 3}, {4}}) {
      for (int s = 0; s < 3; ++s) {
        for (const unsigned i : group) expected.push_back(partners[i]);
      }
    }
    std::vector<unsigned> sends;
    for (const Op& op : schedule.ranks[rank].ops()) {
      REQUIRE(op.size == 1);
      if (op.kind == OpKind::Send) sends.push_back(op.peer);
    }
    REQUIRE(sends == expected);
  }
}
