// SPDX-License-Identifier: Apache-2.0
// Each rule of the checks has a schedule that breaks it.
#include "tests/host/exchange/plan_check.h"

#include "host/exchange/algorithms.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// A schedule with its plan, to be damaged.
struct PlannedCase {
  ExchangeShape shape;
  Schedule schedule;
  SchedulePlan plan;

  [[nodiscard]] std::string broadcast() const { return broadcast_plan_fault(schedule, plan, shape); }
  [[nodiscard]] std::string exchange() const { return exchange_plan_fault(schedule, plan, shape); }
  [[nodiscard]] std::string steps() const { return step_plan_fault(schedule, plan); }
  [[nodiscard]] std::string links() const { return ring_link_fault(schedule, plan, shape); }

  /// A rank's program again, without the n-th dependency, and with each operation as `change` gives it.
  template <class Change>
  void rewrite(unsigned rank, std::size_t without, Change&& change) {
    const RankProgram old = schedule.ranks[rank];
    RankProgram program;
    for (OpId op = 0; op < old.ops().size(); ++op) program.add(change(op, old.ops()[op]));
    for (std::size_t n = 0; n < old.dependencies().size(); ++n) {
      if (n != without) program.require(old.dependencies()[n].op, old.dependencies()[n].first);
    }
    schedule.ranks[rank] = program;
  }
  void without_dependency(unsigned rank, std::size_t n) {
    rewrite(rank, n, [](OpId, Op op) { return op; });
  }
  /// A message of `blocks` more, at the end of both programs.
  void add_message(unsigned from, unsigned to, std::uint32_t step, const std::vector<DataBlock>& blocks) {
    const auto last = [&](unsigned rank) { return static_cast<OpId>(schedule.ranks[rank].ops().size() - 1); };
    for (const unsigned rank : {from, to}) {
      const std::uint64_t bytes = blocks.size() * shape.block_bytes();
      const OpId op =
          rank == from ? schedule.ranks[rank].send(to, bytes) : schedule.ranks[rank].receive(from, bytes);
      for (OpId before = 0; before < last(rank); ++before) schedule.ranks[rank].require(op, before);
      plan.ranks[rank].push_back({step, blocks});
    }
  }
};

PlannedCase planned_ls(const std::vector<unsigned>& sizes) {
  PlannedCase c{{0, 2, 1, 10}, {}, {}};
  for (const unsigned size : sizes) c.shape.ranks += size;
  c.shape.switch_of_rank = switch_by_switch(sizes);
  c.schedule = link_scheduling(c.shape, &c.plan);
  return c;
}

PlannedCase planned_lg() {
  PlannedCase c{{10, 2, 1, 10}, {}, {}};
  c.shape.switch_of_rank = switch_by_switch({3, 7});
  c.schedule = local_group_exchange(c.shape, &c.plan);
  return c;
}

bool says(const std::string& fault, const std::string& part) {
  CAPTURE(fault, part);
  CHECK(fault.find(part) != std::string::npos);
  return fault.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a good schedule passes all checks", "[host]") {
  const PlannedCase ls = planned_ls({3, 4, 2});
  CHECK(ls.broadcast().empty());
  CHECK(ls.steps().empty());
  CHECK(ls.links().empty());
  const PlannedCase lg = planned_lg();
  CHECK(lg.exchange().empty());
  CHECK(lg.steps().empty());
}

TEST_CASE("a plan of other programs is refused", "[host]") {
  PlannedCase c = planned_ls({3, 4});
  c.plan.ranks[2].pop_back();
  CHECK(c.broadcast() == "a plan of other programs");
  c = planned_ls({3, 4});
  c.plan.ranks.pop_back();
  CHECK(c.exchange() == "a plan of other programs");
  c = planned_ls({3, 4});
  c.shape.ranks = 8;
  CHECK(c.broadcast() == "wrong number of ranks");
  c = planned_ls({3, 4});
  c.schedule.ranks[0].take_turns({0}, 1);
  CHECK(c.broadcast() == "operations that take turns");
  c = planned_ls({3, 4});
  c.plan.ranks[0][0].blocks.clear();
  says(c.broadcast(), "rank 0: a message of 20 bytes instead of 0");
  c = planned_ls({3, 4});
  c.plan.ranks[0][0].blocks[0].source = 2;  // as long, but another one than the receiver expects
  says(c.broadcast(), "differ");
  c = planned_ls({3, 4});
  c.plan.ranks[0][0].blocks[0].destination = 1;
  CHECK_FALSE(c.broadcast().empty());
}

TEST_CASE("a message without its other end, and ranks that wait for each other, are found", "[host]") {
  PlannedCase c = planned_ls({3, 4});
  c.schedule.ranks[1].send(2, 20);
  c.plan.ranks[1].push_back({99, {{1}}});
  CHECK(c.broadcast() == "a message is left over");
  c = planned_ls({3, 4});
  c.schedule.ranks[2].receive(1, 20);
  c.plan.ranks[2].push_back({99, {{1}}});
  CHECK(c.steps() == "a message is left over");
  // The first sends of a ring wait for the first receives.
  c = planned_ls({2, 2});
  c.schedule = switch_ordered_ring(c.shape, &c.plan);
  for (unsigned rank = 0; rank < 4; ++rank) {
    c.rewrite(rank, 0, [](OpId, Op op) { return op; });
    c.schedule.ranks[rank].require(0, 1);
  }
  CHECK(c.broadcast() == "somebody waits for ever");
}

TEST_CASE("a block that comes twice, never, or is sent too early is found", "[host]") {
  PlannedCase c = planned_ls({3, 4});
  c.add_message(0, 1, 99, {{0}});
  CHECK(c.broadcast() == "rank 1 gets block 0 twice");
  c = planned_ls({3, 4});
  c.add_message(0, 1, 99, {{1}});
  CHECK(c.broadcast() == "rank 1 gets block 1 twice");
  // Rank 6 gets block 0 in place of block 5, at both ends.
  c = planned_ls({3, 4});
  for (unsigned rank = 0; rank < 7; ++rank) {
    for (auto& planned : c.plan.ranks[rank]) {
      if (planned.blocks[0].source == 5) planned.blocks[0].source = 7;
    }
  }
  CHECK(c.broadcast() == "a block of no broadcast");
}

TEST_CASE("every dependency on which a forwarded block hangs is missed", "[host]") {
  const PlannedCase good = planned_ls({3, 4, 2});
  unsigned found = 0;
  for (unsigned rank = 0; rank < 9; ++rank) {
    const auto& dependencies = good.schedule.ranks[rank].dependencies();
    for (std::size_t n = 0; n < dependencies.size(); ++n) {
      const auto& ops = good.schedule.ranks[rank].ops();
      PlannedCase c = good;
      c.without_dependency(rank, n);
      CAPTURE(rank, n);
      if (ops[dependencies[n].op].kind != ops[dependencies[n].first].kind) {
        ++found;
        CHECK(says(c.broadcast(), "before it is there"));
      } else {
        CHECK(says(c.steps(), "does not require the one before"));
      }
    }
  }
  CHECK(found > 9);
}

TEST_CASE("two of a kind in a step, and the ends of a message in two steps, are found", "[host]") {
  PlannedCase c = planned_ls({3, 4});
  c.plan.ranks[1][2].step = c.plan.ranks[1][0].step;
  CHECK_FALSE(c.steps().empty());
  c = planned_ls({3, 4});
  c.plan.ranks[1].back().step += 5;
  says(c.steps(), "in two steps");
  c = planned_ls({3, 4});
  c.add_message(3, 4, 0, {{3}});
  says(c.steps(), "rank 3 has two of a kind in step 0");
}

TEST_CASE("a second message on a link in a step, and one past the ring, are found", "[host]") {
  PlannedCase c = planned_ls({3, 4, 2});
  c.add_message(1, 3, 0, {{1}});
  CHECK(c.links() == "two messages from switch 0 to 1 in step 0");
  c = planned_ls({3, 4, 2});
  c.add_message(1, 7, 99, {{1}});
  CHECK(c.links() == "a message from switch 0 to 2");
  c = planned_ls({3, 4, 2});
  c.shape.switch_ring = {0, 2, 1};
  CHECK_FALSE(c.links().empty());
}

TEST_CASE("the load of links is counted by step, whatever the way", "[host]") {
  const PlannedCase c = planned_ls({3, 4, 2});
  const std::vector<unsigned> at = switch_of_ranks(c.shape);
  // A line 0 - 1 - 2 of cables: what goes from 2 back to 0 shares the cable between 1 and 0 with nothing, as
  // nothing else goes that way.
  const auto line = [&](unsigned from, unsigned to) {
    std::vector<unsigned> links;
    for (unsigned s = at[from]; s < at[to]; ++s) links.push_back(2 * s);
    for (unsigned s = at[from]; s > at[to]; --s) links.push_back(2 * s - 1);
    return links;
  };
  CHECK(greatest_link_load(c.schedule, c.plan, line).messages == 1);
  // A star: 1 -> 2 and 2 -> 0 are one cable each.
  const auto one_bus = [&](unsigned from, unsigned to) {
    return at[from] == at[to] ? std::vector<unsigned>{} : std::vector<unsigned>{5};
  };
  const LinkLoad load = greatest_link_load(c.schedule, c.plan, one_bus);
  CHECK(load.messages == 3);
  CHECK(load.link == 5);
  CHECK(load.step == 0);
}

TEST_CASE("an exchange whose blocks go astray is found", "[host]") {
  PlannedCase c = planned_lg();
  c.add_message(1, 2, 99, {{1, 2}});
  CHECK(c.exchange() == "rank 1 sends block 1 -> 2 twice");
  c = planned_lg();
  c.add_message(2, 0, 99, {{2, 0}});
  CHECK(c.exchange() == "rank 0 gets block 2 -> 0 twice");
  c = planned_lg();
  c.add_message(1, 2, 99, {{1, 5}});  // a copy, on the way
  CHECK_FALSE(c.exchange().empty());
  c = planned_lg();
  c.add_message(1, 2, 99, {{0, 1}});  // away from where it was to go
  says(c.exchange(), "rank 1 sends block 0 -> 1 away");
  c = planned_lg();
  c.add_message(1, 2, 99, {{7, 9}});
  says(c.exchange(), "rank 1 sends block 7 -> 9, which it never gets");
  // As printed: M_{9,1} stays where it is.
  c = planned_lg();
  for (const unsigned rank : {9U, 7U, 1U}) {
    c.rewrite(rank, kMaxOpId, [&](OpId op, Op o) {
      auto& blocks = c.plan.ranks[rank][op].blocks;
      for (std::size_t n = 0; n < blocks.size(); ++n) {
        if (!(blocks[n] == DataBlock{9, 1})) continue;
        blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(n));
        o.size -= c.shape.block_bytes();
      }
      return o;
    });
  }
  CHECK(c.exchange() == "rank 1 does not get block 9 -> 1");
}

TEST_CASE("messages between switches are counted", "[host]") {
  CHECK(messages_between_switches(planned_lg().schedule, planned_lg().shape) == 14);
  PlannedCase c = planned_lg();
  c.add_message(1, 5, 99, {{1, 5}});
  CHECK(messages_between_switches(c.schedule, c.shape) == 15);
}
