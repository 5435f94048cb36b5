// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/turns.h"

namespace xb {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

/// Writes one program out.
class Expansion {
 public:
  explicit Expansion(const RankProgram& program)
      : program_(program), group_(program.ops().size(), kNone), first_(group_.size()), last_(group_.size()) {
    for (std::uint32_t g = 0; g < program.turns().size(); ++g) {
      for (const OpId op : program.turns()[g].ops) group_[op] = g;
    }
    previous_.assign(program.turns().size(), kNone);
    left_.resize(program.turns().size());
    for (std::size_t g = 0; g < left_.size(); ++g) left_[g] = program.turns()[g].ops.size();
  }

  RankProgram run() {
    const auto count = static_cast<OpId>(program_.ops().size());
    for (OpId op = 0; op < count;) {
      if (group_[op] == kNone) {
        first_[op] = last_[op] = out_.add(program_.ops()[op]);
        ++op;
      } else {
        op = write_round(op);
      }
    }
    for (const auto& d : program_.dependencies()) {
      if (d.on_start)
        out_.require_start(first_[d.op], first_[d.first]);
      else
        out_.require(first_[d.op], last_[d.first]);
    }
    return std::move(out_);
  }

 private:
  /// From `begin` on, the operations of groups that lie between each other: all their first turns, all their
  /// second ones, ... Returns the operation after them.
  OpId write_round(OpId begin) {
    OpId end = begin;
    std::size_t open = 0;
    do {
      std::size_t& left = left_[group_[end]];
      if (left == program_.turns()[group_[end]].ops.size()) ++open;
      if (--left == 0) --open;
      ++end;
    } while (open > 0);
    bool any = true;
    for (std::uint64_t turn = 0; any; ++turn) {
      any = false;
      for (OpId op = begin; op < end; ++op) any |= write_turn(op, turn);
    }
    return end;
  }

  bool write_turn(OpId op, std::uint64_t turn) {
    Op one = program_.ops()[op];
    const std::uint32_t g = group_[op];
    const std::uint64_t bytes = program_.turns()[g].bytes;
    if (turn * bytes >= one.size) return false;
    one.size = bytes;
    last_[op] = out_.add(one);
    if (turn == 0) first_[op] = last_[op];
    if (previous_[g] != kNone) out_.require(last_[op], previous_[g]);
    previous_[g] = last_[op];
    return true;
  }

  const RankProgram& program_;
  RankProgram out_;
  std::vector<std::uint32_t> group_;  // per operation
  std::vector<OpId> first_, last_;    // per operation: what it has become
  std::vector<OpId> previous_;        // per group: the turn before
  std::vector<std::size_t> left_;     // per group: operations not yet met
};

}  // namespace

Schedule without_turns(const Schedule& schedule) {
  Schedule plain;
  plain.ranks.reserve(schedule.ranks.size());
  for (const RankProgram& program : schedule.ranks)
    plain.ranks.push_back(program.turns().empty() ? program : Expansion(program).run());
  return plain;
}

TurnKeeper::TurnKeeper(const RankProgram& program) {
  if (program.turns().empty()) return;
  place_.resize(program.ops().size());
  groups_.resize(program.turns().size());
  for (const auto& turns : program.turns()) {
    for (const OpId op : turns.ops) members_.push_back({op});
  }
  Member* member = members_.data();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const auto& turns = program.turns()[g];
    Group& group = groups_[g];
    group.members = member;
    group.count = group.waiting = static_cast<std::uint32_t>(turns.ops.size());
    group.left = group.count * (program.ops()[turns.ops.front()].size / turns.bytes);
    for (const OpId op : turns.ops) place_[op] = {&group, member++};
  }
}

}  // namespace xb
