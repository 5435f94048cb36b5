// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/exchange/plan_check.h"
#include "tests/host/message_of.h"
#include "tests/host/schedule/earlier_ops.h"
#include "tests/host/schedule/same_schedule.h"
#include "tests/host/schedule/schedule_execution.h"

using namespace xb;

namespace {

using Ranks = std::set<unsigned>;

/// What a rank knows of a block: the ranks whose part of it is in its sum. Follows the programs, with what
/// is there for certain when an operation starts.
class Sums {
 public:
  Sums(const Schedule& schedule, const SchedulePlan& plan) : schedule_(schedule), plan_(plan) {
    for (const RankProgram& program : schedule.ranks) earlier_.emplace_back(program);
    const auto messages = execute(schedule);
    if (!messages) {
      fault_ = "somebody waits for ever, or a message is left over";
      return;
    }
    for (const ProvenMessage& m : *messages) source_[{m.destination, m.receive}] = {m.source, m.send};
  }

  /// What is in the sum of `block` at the end.
  Ranks at_end(unsigned rank, unsigned block) { return sum(rank, block, {}); }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  using End = std::pair<unsigned, OpId>;  // rank, operation

  [[nodiscard]] bool carries(unsigned rank, OpId op, unsigned block) const {
    for (const DataBlock& b : plan_.ranks[rank][op].blocks) {
      if (b.source == block) return true;
    }
    return false;
  }

  const Ranks& sent(End send, unsigned block) {
    const auto known = sent_.find({send, block});
    if (known != sent_.end()) return known->second;
    return sent_[{send, block}] = sum(send.first, block, send.second);
  }

  /// The own part and what came before `op` starts (nothing: all that came). A whole sum takes the place of
  /// what is there, a part is added, and must be of other ranks.
  Ranks sum(unsigned rank, unsigned block, std::optional<OpId> op) {
    Ranks ranks{rank};
    const std::size_t all = schedule_.ranks.size();
    for (OpId receive = 0; receive < schedule_.ranks[rank].ops().size() && fault_.empty(); ++receive) {
      if (schedule_.ranks[rank].ops()[receive].kind != OpKind::Receive || !carries(rank, receive, block))
        continue;
      if (op && !earlier_[rank].finished(receive, *op)) continue;
      const Ranks came = sent(source_.at({rank, receive}), block);
      if (came.size() == all) return came;
      for (const unsigned part : came) {
        if (!ranks.insert(part).second)
          fault_ = fmt::format("rank {} adds the part of {} twice to block {}", rank, part, block);
      }
    }
    return ranks;
  }

  const Schedule& schedule_;
  const SchedulePlan& plan_;
  std::vector<EarlierOps> earlier_;
  std::map<End, End> source_;
  std::map<std::pair<End, unsigned>, Ranks> sent_;
  std::string fault_;
};

/// Every rank has the sum of all blocks at the end, or of its own one.
std::string sum_fault(const Schedule& schedule, const SchedulePlan& plan, bool only_own) {
  Sums sums(schedule, plan);
  const auto p = static_cast<unsigned>(schedule.ranks.size());
  for (unsigned rank = 0; rank < p; ++rank) {
    for (unsigned block = 0; block < p && sums.fault().empty(); ++block) {
      if (only_own && block != rank) continue;
      if (sums.at_end(rank, block).size() != p)
        return fmt::format("rank {} lacks a part of block {}", rank, block);
    }
  }
  return sums.fault();
}

ExchangeShape shape_of(unsigned ranks) { return {ranks, 2, 1, 10}; }

std::uint64_t bytes_sent(const RankProgram& program) {
  std::uint64_t bytes = 0;
  for (const Op& op : program.ops()) bytes += op.kind == OpKind::Send ? op.size : 0;
  return bytes;
}

ExchangeShape ring_shape(const std::vector<unsigned>& sizes, std::vector<unsigned> ring = {},
                         std::uint64_t seed = 1) {
  ExchangeShape shape{std::accumulate(sizes.begin(), sizes.end(), 0U), 2, 1, 10, seed};
  shape.switch_of_rank = switch_by_switch(sizes);
  shape.switch_ring = std::move(ring);
  return shape;
}

/// Ranks whose next one in the ring is on another switch.
unsigned switch_crossings(const std::vector<unsigned>& order, const ExchangeShape& shape) {
  const std::vector<unsigned> at = switch_of_ranks(shape);
  unsigned crossings = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (at[order[n]] != at[order[(n + 1) % order.size()]]) ++crossings;
  }
  return crossings;
}

/// The programs of every second rank from `first` on, as if they were all.
Schedule job_of(const Schedule& both, unsigned first) {
  Schedule job;
  for (std::size_t rank = first; rank < both.ranks.size(); rank += 2) {
    RankProgram program = both.ranks[rank];
    program.rename_peers([first](unsigned peer) {
      REQUIRE(peer % 2 == first);
      return peer / 2;
    });
    job.ranks.push_back(std::move(program));
  }
  return job;
}

}  // namespace

TEST_CASE("every rank has every part of every sum once, p = 2..20, 32, 33", "[host]") {
  std::vector<unsigned> sizes(19);
  std::iota(sizes.begin(), sizes.end(), 2U);
  sizes.insert(sizes.end(), {32, 33});
  for (const unsigned p : sizes) {
    for (const auto build : {ring_all_reduce, tree_all_reduce, halving_all_reduce, ring_reduce_scatter}) {
      CAPTURE(p);
      SchedulePlan plan;
      const Schedule schedule = build(shape_of(p), &plan);
      CHECK(sum_fault(schedule, plan, build == ring_reduce_scatter).empty());
    }
  }
}

TEST_CASE("a sum that lacks a part, or has one twice, is found", "[host]") {
  SchedulePlan plan;
  const Schedule scatter = ring_reduce_scatter(shape_of(5), &plan);
  CHECK(sum_fault(scatter, plan, true).empty());
  CHECK(mentions(sum_fault(scatter, plan, false), {"lacks a part of block"}));
  // The same block in two steps.
  plan.ranks[2][2].blocks = plan.ranks[2][0].blocks;
  plan.ranks[1][3].blocks = plan.ranks[1][1].blocks;
  CHECK_FALSE(sum_fault(scatter, plan, true).empty());
  const Schedule ring = ring_all_reduce(shape_of(3), &plan);
  SchedulePlan twice = plan;
  for (auto& rank : twice.ranks) {
    for (auto& planned : rank) planned.blocks = {{0}};
  }
  CHECK(mentions(sum_fault(ring, twice, false), {"adds the part of"}));
}

TEST_CASE("a ring sends 2 (p-1) / p of the vector in 2 (p-1) steps, one message a step", "[host]") {
  for (const unsigned p : {2U, 3U, 8U, 13U}) {
    SchedulePlan plan;
    const Schedule schedule = ring_all_reduce(shape_of(p), &plan);
    CHECK(step_plan_fault(schedule, plan).empty());
    CHECK(planned_steps(plan) == 2 * (p - 1));
    const std::uint64_t vector = p * shape_of(p).block_bytes();
    for (const RankProgram& program : schedule.ranks) CHECK(bytes_sent(program) * p == 2 * (p - 1) * vector);
  }
}

TEST_CASE("halving sends as little as a ring, in 2 log2 p steps", "[host]") {
  for (const unsigned p : {2U, 4U, 8U, 32U}) {
    SchedulePlan plan;
    const Schedule schedule = halving_all_reduce(shape_of(p), &plan);
    CHECK(step_plan_fault(schedule, plan).empty());
    CHECK(planned_steps(plan) == halving_all_reduce_steps(p));
    for (const RankProgram& program : schedule.ranks)
      CHECK(bytes_sent(program) == 2 * (p - 1) * shape_of(p).block_bytes());
  }
  CHECK(halving_all_reduce_steps(8) == 6);
  CHECK(halving_all_reduce_steps(13) == 8);
}

TEST_CASE("a tree has a block on each of its levels", "[host]") {
  for (const unsigned p : {2U, 3U, 7U, 16U}) {
    SchedulePlan plan;
    const Schedule schedule = tree_all_reduce(shape_of(p), &plan);
    CHECK(planned_steps(plan) == tree_all_reduce_steps(p));
    CHECK(bytes_sent(schedule.ranks[p - 1]) == p * shape_of(p).block_bytes());  // a leaf
  }
  CHECK(tree_all_reduce_steps(7) == 6 + 2 * 2);
}

TEST_CASE("a ring of reductions goes switch by switch", "[host]") {
  ExchangeShape shape = shape_of(6);
  shape.switch_of_rank = {0, 1, 0, 1, 0, 1};
  SchedulePlan plan;
  const Schedule schedule = ring_all_reduce(shape, &plan);
  CHECK(sum_fault(schedule, plan, false).empty());
  CHECK(messages_between_switches(schedule, shape) == 2 * 2 * 5);
}

TEST_CASE("in an incast all blocks go to rank 0", "[host]") {
  const Schedule schedule = make_schedule("incast", shape_of(7));
  CHECK(schedule.ranks[0].ops().size() == 6);
  for (unsigned rank = 1; rank < 7; ++rank) {
    REQUIRE(schedule.ranks[rank].ops().size() == 1);
    CHECK(schedule.ranks[rank].ops()[0].peer == 0);
    CHECK(bytes_sent(schedule.ranks[rank]) == 20);
  }
}

TEST_CASE("a switch-ordered ring has the ranks of a switch together", "[host]") {
  CHECK(switch_ordered_ranks(ring_shape({2, 3, 1}, {2, 0, 1})) == std::vector<unsigned>{5, 0, 1, 2, 3, 4});
  CHECK(switch_crossings(switch_ordered_ranks(ring_shape({16, 16})), ring_shape({16, 16})) == 2);
  CHECK(switch_crossings(switch_ordered_ranks(ring_shape({4, 4, 4, 4}, {3, 0, 2, 1})),
                         ring_shape({4, 4, 4, 4})) == 4);
  CHECK(switch_crossings(switch_ordered_ranks(ring_shape({5})), ring_shape({5})) == 0);
}

TEST_CASE("so it has where they are scattered", "[host]") {
  ExchangeShape shape = ring_shape({2, 3});
  shape.switch_of_rank = {0, 1, 0, 1, 1};
  CHECK(switch_ordered_ranks(shape) == std::vector<unsigned>{0, 2, 1, 3, 4});
  CHECK(switch_crossings({0, 1, 2, 3, 4}, shape) == 4);
  CHECK(switch_crossings(switch_ordered_ranks(shape), shape) == 2);
}

TEST_CASE("a rank-ordered ring is a permutation by the seed, whatever the switches", "[host]") {
  const ExchangeShape shape = ring_shape({16, 16});
  const std::vector<unsigned> order = rank_ordered_ranks(shape);
  CHECK(order == rank_ordered_ranks(ring_shape({21, 11})));
  CHECK(order != rank_ordered_ranks(ring_shape({16, 16}, {}, 2)));
  std::vector<unsigned> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<unsigned> all(32);
  std::iota(all.begin(), all.end(), 0U);
  CHECK(sorted == all);
  // A random ring of 16 and 16 has 32 * 16/31 = 16.5 crossings in the mean, with deviation 2.8.
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const ExchangeShape drawn = ring_shape({16, 16}, {}, seed);
    sum += switch_crossings(rank_ordered_ranks(drawn), drawn);
  }
  CHECK(sum / 400 == Approx(32.0 * 16 / 31).margin(6 * 2.9 / 20));
}

TEST_CASE("rings bring every block to everybody once, one message a step and link in switch order",
          "[host]") {
  for (const std::vector<unsigned>& sizes : std::vector<std::vector<unsigned>>{
           {1, 1}, {7}, {1, 6, 2}, {16, 16}, {21, 11}, {5, 4, 3, 3}, {9, 1, 1, 1, 4, 30}}) {
    std::vector<unsigned> ring(sizes.size());
    std::iota(ring.rbegin(), ring.rend(), 0U);
    const ExchangeShape shape = ring_shape(sizes, ring);
    for (const auto build : {switch_ordered_ring, rank_ordered_ring}) {
      SchedulePlan plan;
      const Schedule schedule = build(shape, &plan);
      CHECK(broadcast_plan_fault(schedule, plan, shape).empty());
      CHECK(step_plan_fault(schedule, plan).empty());
      CHECK(planned_steps(plan) == shape.ranks - 1);
      CHECK(same_schedule(schedule, build(shape, nullptr)));
      if (build == switch_ordered_ring) CHECK(ring_link_fault(schedule, plan, shape).empty());
    }
  }
}

TEST_CASE("on one switch a switch-ordered ring is the logical ring", "[host]") {
  const ExchangeShape shape{9, 3, 1, 10};
  CHECK(same_schedule(switch_ordered_ring(shape), logical_ring_broadcast(shape)));
}

TEST_CASE("a ring in another order than the switches' is found on the links", "[host]") {
  const ExchangeShape shape = ring_shape({16, 16});
  SchedulePlan plan;
  const Schedule schedule = rank_ordered_ring(shape, &plan);
  CHECK(mentions(ring_link_fault(schedule, plan, shape), {"two messages from switch"}));
}

TEST_CASE("two jobs are an exchange and a reduction that never meet", "[host]") {
  for (const unsigned p : {4U, 5U, 8U, 13U}) {
    CAPTURE(p);
    const Schedule both = two_jobs({p, 3, 1, 10});
    REQUIRE(both.ranks.size() == p);
    CHECK(execute(both));
    CHECK(same_schedule(job_of(both, 0), shift_exchange({(p + 1) / 2, 3, 1, 10})));
    CHECK(same_schedule(job_of(both, 1), ring_all_reduce({p / 2, 3, 1, 10})));
  }
}

TEST_CASE("fewer than four ranks are one job", "[host]") {
  const ExchangeShape shape{3, 2, 1, 10};
  CHECK(same_schedule(two_jobs(shape), shift_exchange(shape)));
}
