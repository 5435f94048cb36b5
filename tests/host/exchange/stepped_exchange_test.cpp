// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/stepped_exchange.h"

#include <map>
#include <set>

#include "host/exchange/schedule_registry.h"
#include "host/liquid/liquid_solver.h"
#include "host/liquid/network_transfers.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/liquid/example_traffics.h"
#include "tests/host/schedule/schedule_proof.h"

using namespace xb;

namespace {

/// What follows what in a schedule: operations by what their rank requires, receives by their sends.
class Order {
 public:
  explicit Order(const Schedule& schedule) {
    for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
      for (const auto& d : schedule.ranks[rank].dependencies()) before_[{rank, d.op}].insert({rank, d.first});
    }
    const auto messages = execute(schedule);
    for (const ProvenMessage& m : messages.value())
      before_[{m.destination, m.receive}].insert({m.source, m.send});
  }

  using Node = std::pair<unsigned, OpId>;
  /// All that is finished, or sent, before an operation starts or finishes.
  [[nodiscard]] std::set<Node> before(Node node) const {
    std::set<Node> seen;
    std::vector<Node> todo{node};
    while (!todo.empty()) {
      const auto found = before_.find(todo.back());
      todo.pop_back();
      if (found == before_.end()) continue;
      for (const Node& first : found->second) {
        if (seen.insert(first).second) todo.push_back(first);
      }
    }
    return seen;
  }

 private:
  std::map<Node, std::set<Node>> before_;
};

struct Case {
  TransferSet transfers = exchange_of_all("two-switches(3,2)");
  StepSchedule schedule = solve_liquid(transfers, {}).schedule;

  [[nodiscard]] Schedule programs(StepEnd end) const {
    return stepped_exchange({transfers, schedule, 5, 7, end, 100});
  }
  /// Operations that move blocks, with their steps.
  [[nodiscard]] std::map<Order::Node, unsigned> steps(const Schedule& of) const {
    std::map<std::pair<unsigned, unsigned>, unsigned> step_of;
    for (unsigned t = 0; t < transfers.size(); ++t)
      step_of[{transfers[t].source, transfers[t].destination}] = schedule.step_of[t];
    std::map<Order::Node, unsigned> steps;
    for (unsigned rank = 0; rank < of.ranks.size(); ++rank) {
      const auto& ops = of.ranks[rank].ops();
      for (OpId op = 0; op < ops.size(); ++op) {
        if (ops[op].kind == OpKind::Compute || ops[op].tag != 0) continue;
        const bool send = ops[op].kind == OpKind::Send;
        steps[{rank, op}] = send ? step_of.at({rank, ops[op].peer}) : step_of.at({ops[op].peer, rank});
      }
    }
    return steps;
  }
  /// Whether all of earlier steps, of the same rank or of any, come before what moves a block in a later one.
  [[nodiscard]] bool waits(const Schedule& programs, bool for_all_ranks) const {
    const auto moves = steps(programs);
    const Order order(programs);
    for (const auto& [node, step] : moves) {
      const auto before = order.before(node);
      for (const auto& [other, earlier] : moves) {
        const bool counts = for_all_ranks || other.first == node.first;
        if (counts && earlier < step && before.count(other) == 0) return false;
      }
    }
    return true;
  }
};

}  // namespace

TEST_CASE("programs in steps move every block once, whatever ends a step", "[host]") {
  const Case c;
  for (const StepEnd end : {StepEnd::Order, StepEnd::Counts, StepEnd::Time})
    CHECK(exchange_fault(c.programs(end), {5, 1, 1, 7}).empty());
  // Without the barrier's own messages of a byte.
  Schedule with_barrier = c.programs(StepEnd::Barrier);
  REQUIRE(execute(with_barrier).has_value());
  const auto moves = c.steps(with_barrier);
  CHECK(moves.size() == 40);
  std::size_t of_barrier = 0;
  for (const RankProgram& program : with_barrier.ranks) of_barrier += program.ops().size();
  CHECK(of_barrier - moves.size() == 5 * 5 * 3 * 2);  // ranks, ends of steps, rounds, send and receive
}

TEST_CASE("a step begins after the rank's own packets, after all ranks', or neither", "[host]") {
  const Case c;
  CHECK_FALSE(c.waits(c.programs(StepEnd::Order), false));
  CHECK(c.waits(c.programs(StepEnd::Counts), false));
  CHECK_FALSE(c.waits(c.programs(StepEnd::Counts), true));
  CHECK(c.waits(c.programs(StepEnd::Barrier), true));
  CHECK_FALSE(c.waits(c.programs(StepEnd::Time), false));
}

TEST_CASE("a step begins at its time", "[host]") {
  const Case c;
  const Schedule programs = c.programs(StepEnd::Time);
  const Order order(programs);
  for (const auto& [node, step] : c.steps(programs)) {
    std::uint64_t nanoseconds = 0;
    for (const auto& [rank, op] : order.before(node)) {
      const Op& first = programs.ranks[rank].ops()[op];
      if (rank == node.first && first.kind == OpKind::Compute) nanoseconds += first.size;
    }
    CHECK(nanoseconds == step * 100);
  }
}

TEST_CASE("liquid on one switch has as few steps as a rank has partners", "[host]") {
  for (const unsigned p : {2U, 3U, 4U, 7U, 16U, 64U}) {
    CAPTURE(p);
    ExchangeShape shape{p, 3, 5, 7};
    CHECK(find_schedule("liquid")->steps(shape) == p - 1);
    const Schedule schedule = make_schedule("liquid", shape);
    CHECK(exchange_fault(schedule, shape).empty());
    for (const RankProgram& program : schedule.ranks) CHECK(sends_are_chained(program));
  }
}
