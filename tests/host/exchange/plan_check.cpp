// SPDX-License-Identifier: Apache-2.0
#include "tests/host/exchange/plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "host/schedule/schedule_summary.h"
#include "tests/host/schedule/earlier_ops.h"

namespace xb {
namespace {

using Planned = SchedulePlan::Planned;

std::string text(const DataBlock& block) {
  return block.destination == DataBlock::kForAll
             ? fmt::format("block {}", block.source)
             : fmt::format("block {} -> {}", block.source, block.destination);
}

std::uint64_t bytes_of(const DataBlock& block, const ExchangeShape& shape) {
  return block.destination == DataBlock::kForAll ? shape.block_bytes()
                                                 : shape.block_bytes(block.source, block.destination);
}

/// Plan and programs say the same of each operation, and so do the plans of a message's ends.
std::string agreement_fault(const Schedule& schedule, const SchedulePlan& plan, const ExchangeShape& shape) {
  if (schedule.ranks.size() != shape.ranks) return "wrong number of ranks";
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    for (OpId op = 0; op < ops.size(); ++op) {
      if (ops[op].kind == OpKind::Compute) continue;
      std::uint64_t bytes = 0;
      for (const DataBlock& block : plan.ranks[rank][op].blocks) bytes += bytes_of(block, shape);
      if (bytes != ops[op].size)
        return fmt::format("rank {}: a message of {} bytes instead of {}", rank, ops[op].size, bytes);
    }
  }
  for (const MessagePair& m : message_pairs(schedule)) {
    if (!(plan.ranks[m.source][m.send].blocks == plan.ranks[m.destination][m.receive].blocks))
      return fmt::format("the plans of {} and {} for a message between them differ", m.source, m.destination);
  }
  return "";
}

/// A plan of these programs, which end: what all other checks need.
std::string form_fault(const Schedule& schedule, const SchedulePlan& plan) {
  if (plan.ranks.size() != schedule.ranks.size()) return "a plan of other programs";
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    const RankProgram& program = schedule.ranks[rank];
    if (!program.turns().empty()) return "operations that take turns";
    if (plan.ranks[rank].size() != program.ops().size()) return "a plan of other programs";
  }
  const ScheduleTotals totals = totals_of(schedule);
  const std::size_t pairs = message_pairs(schedule).size();
  if (totals.sends != pairs || totals.receives != pairs) return "a message is left over";
  return longest_message_chain(schedule) ? "" : "somebody waits for ever";
}

/// What a rank has, by the operation that brought it.
class Holdings {
 public:
  /// False: it has the block already.
  bool receive(const DataBlock& block, OpId op) { return by_.emplace(key(block), op).second; }
  [[nodiscard]] const OpId* find(const DataBlock& block) const {
    const auto found = by_.find(key(block));
    return found == by_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::size_t size() const { return by_.size(); }

 private:
  static std::uint32_t key(const DataBlock& block) {
    return std::uint32_t{block.source} << 16U | block.destination;
  }
  std::unordered_map<std::uint32_t, OpId> by_;
};

/// Follows the blocks of one rank through its program.
std::string holding_fault(const RankProgram& program, const std::vector<Planned>& plan, unsigned rank,
                          Holdings& held) {
  for (OpId op = 0; op < program.ops().size(); ++op) {
    if (program.ops()[op].kind != OpKind::Receive) continue;
    for (const DataBlock& block : plan[op].blocks) {
      if (block.source == rank || !held.receive(block, op))
        return fmt::format("rank {} gets {} twice", rank, text(block));
    }
  }
  const EarlierOps earlier(program);
  for (OpId op = 0; op < program.ops().size(); ++op) {
    if (program.ops()[op].kind != OpKind::Send) continue;
    for (const DataBlock& block : plan[op].blocks) {
      if (block.source == rank) continue;
      const OpId* received = held.find(block);
      if (received == nullptr) return fmt::format("rank {} sends {}, which it never gets", rank, text(block));
      if (!earlier.finished(*received, op))
        return fmt::format("rank {} sends {} before it is there", rank, text(block));
    }
  }
  return "";
}

}  // namespace

std::string broadcast_plan_fault(const Schedule& schedule, const SchedulePlan& plan,
                                 const ExchangeShape& shape) {
  std::string fault = form_fault(schedule, plan);
  if (fault.empty()) fault = agreement_fault(schedule, plan, shape);
  for (unsigned rank = 0; fault.empty() && rank < shape.ranks; ++rank) {
    for (const Planned& planned : plan.ranks[rank]) {
      for (const DataBlock& block : planned.blocks) {
        if (block.source >= shape.ranks || block.destination != DataBlock::kForAll)
          return "a block of no broadcast";
      }
    }
    Holdings held;
    fault = holding_fault(schedule.ranks[rank], plan.ranks[rank], rank, held);
    if (fault.empty() && held.size() + 1 != shape.ranks)
      fault = fmt::format("rank {} has {} blocks at the end", rank, held.size() + 1);
  }
  return fault;
}

std::string exchange_plan_fault(const Schedule& schedule, const SchedulePlan& plan,
                                const ExchangeShape& shape) {
  std::string fault = form_fault(schedule, plan);
  if (fault.empty()) fault = agreement_fault(schedule, plan, shape);
  for (unsigned rank = 0; fault.empty() && rank < shape.ranks; ++rank) {
    Holdings held;
    fault = holding_fault(schedule.ranks[rank], plan.ranks[rank], rank, held);
    if (!fault.empty()) return fault;
    Holdings sent;
    for (OpId op = 0; op < plan.ranks[rank].size(); ++op) {
      if (schedule.ranks[rank].ops()[op].kind != OpKind::Send) continue;
      for (const DataBlock& block : plan.ranks[rank][op].blocks) {
        if (block.destination == rank) return fmt::format("rank {} sends {} away", rank, text(block));
        if (!sent.receive(block, op)) return fmt::format("rank {} sends {} twice", rank, text(block));
      }
    }
    for (unsigned source = 0; source < shape.ranks; ++source) {
      const DataBlock block{static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(rank)};
      if (source != rank && held.find(block) == nullptr)
        return fmt::format("rank {} does not get {}", rank, text(block));
    }
  }
  return fault;
}

std::string step_plan_fault(const Schedule& schedule, const SchedulePlan& plan) {
  const std::string fault = form_fault(schedule, plan);
  if (!fault.empty()) return fault;
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    const RankProgram& program = schedule.ranks[rank];
    const EarlierOps earlier(program);
    std::map<OpKind, OpId> last;
    for (OpId op = 0; op < program.ops().size(); ++op) {
      const OpKind kind = program.ops()[op].kind;
      const auto before = last.find(kind);
      if (before != last.end()) {
        if (plan.ranks[rank][op].step <= plan.ranks[rank][before->second].step)
          return fmt::format("rank {} has two of a kind in step {}", rank, plan.ranks[rank][op].step);
        if (!earlier.finished(before->second, op))
          return fmt::format("rank {}: step {} does not require the one before", rank,
                             plan.ranks[rank][op].step);
      }
      last[kind] = op;
    }
  }
  for (const MessagePair& m : message_pairs(schedule)) {
    if (plan.ranks[m.source][m.send].step != plan.ranks[m.destination][m.receive].step)
      return fmt::format("a message from {} to {} in two steps", m.source, m.destination);
  }
  return "";
}

std::string ring_link_fault(const Schedule& schedule, const SchedulePlan& plan, const ExchangeShape& shape) {
  const std::vector<unsigned> at = switch_of_ranks(shape);
  const std::vector<RankGroup> ring = ring_groups(shape);
  std::vector<unsigned> next(ring.size());
  for (std::size_t place = 0; place < ring.size(); ++place)
    next[ring[place].number] = ring[(place + 1) % ring.size()].number;
  std::set<std::pair<std::uint32_t, unsigned>> used;  // step, switch
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    for (OpId op = 0; op < ops.size(); ++op) {
      if (ops[op].kind != OpKind::Send || at[ops[op].peer] == at[rank]) continue;
      const unsigned to = at[ops[op].peer];
      if (to != next[at[rank]]) return fmt::format("a message from switch {} to {}", at[rank], to);
      if (!used.emplace(plan.ranks[rank][op].step, at[rank]).second)
        return fmt::format("two messages from switch {} to {} in step {}", at[rank], to,
                           plan.ranks[rank][op].step);
    }
  }
  return "";
}

LinkLoad greatest_link_load(const Schedule& schedule, const SchedulePlan& plan, const LinksBetween& links) {
  std::map<std::pair<std::uint32_t, unsigned>, unsigned> messages;  // by step and link
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    for (OpId op = 0; op < ops.size(); ++op) {
      if (ops[op].kind != OpKind::Send) continue;
      for (const unsigned link : links(rank, ops[op].peer)) ++messages[{plan.ranks[rank][op].step, link}];
    }
  }
  LinkLoad greatest;
  for (const auto& [where, count] : messages) {
    if (count > greatest.messages) greatest = {count, where.second, where.first};
  }
  return greatest;
}

std::uint32_t planned_steps(const SchedulePlan& plan) {
  std::uint32_t steps = 0;
  for (const auto& rank : plan.ranks) {
    for (const Planned& planned : rank) steps = std::max(steps, planned.step + 1);
  }
  return steps;
}

std::uint64_t messages_between_switches(const Schedule& schedule, const ExchangeShape& shape) {
  const std::vector<unsigned> at = switch_of_ranks(shape);
  std::uint64_t messages = 0;
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    for (const Op& op : schedule.ranks[rank].ops()) {
      if (op.kind == OpKind::Send && at[op.peer] != at[rank]) ++messages;
    }
  }
  return messages;
}

}  // namespace xb
