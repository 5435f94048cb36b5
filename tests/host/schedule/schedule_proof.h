// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "tests/host/schedule/schedule_execution.h"

namespace xb {

// What a schedule of an algorithm must be. Each function says what is wrong; empty: nothing.

/// Complete exchange: the program comes to its end, and everybody gets k packets from everybody else: no
/// more, no fewer, none from a rank to itself.
inline std::string exchange_fault(const Schedule& schedule, const ExchangeShape& shape) {
  if (schedule.ranks.size() != shape.ranks) return "wrong number of ranks";
  const auto messages = execute(schedule);
  if (!messages) return "somebody waits for ever, or a message is left over";
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> bytes;
  for (const ProvenMessage& m : *messages) {
    const std::uint64_t size = schedule.ranks[m.source].ops()[m.send].size;
    if (schedule.ranks[m.destination].ops()[m.receive].size != size)
      return "a receive of another size than its send";
    if (size % shape.packet_bytes != 0) return "a message of broken packets";
    bytes[{m.source, m.destination}] += size;
  }
  for (unsigned i = 0; i < shape.ranks; ++i) {
    for (unsigned j = 0; j < shape.ranks; ++j) {
      const std::uint64_t expected = i == j ? 0 : shape.block_bytes();
      if (bytes[{i, j}] != expected)
        return fmt::format("{} bytes from {} to {} instead of {}", bytes[{i, j}], i, j, expected);
    }
  }
  return "";
}

/// Each send but the first requires, directly or not, the one before it. Dependencies that point ahead do not
/// count.
inline bool sends_are_chained(const RankProgram& program) {
  std::vector<std::set<OpId>> before(
      program.ops().size());  // sends that are finished when an operation starts
  for (OpId op = 0; op < program.ops().size(); ++op) {
    for (const auto& d : program.dependencies()) {
      if (d.op != op || d.on_start || d.first >= op) continue;
      if (program.ops()[d.first].kind == OpKind::Send) before[op].insert(d.first);
      before[op].insert(before[d.first].begin(), before[d.first].end());
    }
  }
  std::optional<OpId> last;
  for (OpId op = 0; op < program.ops().size(); ++op) {
    if (program.ops()[op].kind != OpKind::Send) continue;
    if (last && before[op].count(*last) == 0) return false;
    last = op;
  }
  return true;
}

/// Step of the n-th send, or receive, of a rank, which is to or from `peer`.
using StepOf = std::function<unsigned(OpKind kind, unsigned rank, unsigned peer, unsigned ordinal)>;

/// In each of `steps` steps every rank sends at most one message and receives at most one, both ends of a
/// message are in the same step, and a rank's sends follow each other.
inline std::string step_fault(const Schedule& schedule, unsigned steps, const StepOf& step_of) {
  const auto messages = execute(schedule);
  if (!messages) return "somebody waits for ever, or a message is left over";
  std::vector<std::map<OpId, unsigned>> step(schedule.ranks.size());
  std::set<unsigned> used;
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    std::map<OpKind, unsigned> ordinal;
    std::map<OpKind, unsigned> last;
    for (OpId op = 0; op < ops.size(); ++op) {
      const OpKind kind = ops[op].kind;
      const unsigned s = step_of(kind, rank, ops[op].peer, ordinal[kind]++);
      if (ordinal[kind] > 1 && s <= last[kind]) return fmt::format("rank {} has two in step {}", rank, s);
      last[kind] = step[rank][op] = s;
      used.insert(s);
    }
    if (!sends_are_chained(schedule.ranks[rank])) return fmt::format("rank {}: two sends at a time", rank);
  }
  if (used.size() > steps) return fmt::format("{} steps instead of {}", used.size(), steps);
  for (const ProvenMessage& m : *messages) {
    if (step[m.source][m.send] != step[m.destination][m.receive])
      return fmt::format("a message from {} to {} in two steps", m.source, m.destination);
  }
  return "";
}

/// The blocks that the n-th send of a rank carries.
using BlocksOf = std::function<std::set<unsigned>(unsigned rank, unsigned ordinal)>;

/// All-to-all broadcast: every message has the size of its blocks, is sent only after all of them are there
/// for certain (they are the sender's own, or in messages whose receipt the send requires), and everybody
/// gets every other block exactly once.
inline std::string broadcast_fault(const Schedule& schedule, const ExchangeShape& shape,
                                   const BlocksOf& blocks_of) {
  if (schedule.ranks.size() != shape.ranks) return "wrong number of ranks";
  const auto messages = execute(schedule);
  if (!messages) return "somebody waits for ever, or a message is left over";
  std::vector<std::map<OpId, std::set<unsigned>>> blocks(shape.ranks);  // per rank and operation
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    unsigned ordinal = 0;
    const auto& ops = schedule.ranks[rank].ops();
    for (OpId op = 0; op < ops.size(); ++op) {
      if (ops[op].kind != OpKind::Send) continue;
      blocks[rank][op] = blocks_of(rank, ordinal++);
      if (ops[op].size != blocks[rank][op].size() * shape.block_bytes())
        return fmt::format("rank {}: a message of {} bytes", rank, ops[op].size);
    }
  }
  for (const ProvenMessage& m : *messages) {
    if (schedule.ranks[m.destination].ops()[m.receive].size != schedule.ranks[m.source].ops()[m.send].size)
      return "a receive of another size than its send";
    blocks[m.destination][m.receive] = blocks[m.source][m.send];
  }
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    const RankProgram& program = schedule.ranks[rank];
    std::set<unsigned> held{rank};
    for (OpId op = 0; op < program.ops().size(); ++op) {
      if (program.ops()[op].kind != OpKind::Receive) continue;
      for (const unsigned block : blocks[rank][op]) {
        if (!held.insert(block).second) return fmt::format("rank {} gets block {} twice", rank, block);
      }
    }
    if (held.size() != shape.ranks) return fmt::format("rank {} has {} blocks at the end", rank, held.size());
    // Dependencies of these programs point back, so that one pass finds all that is finished before a start.
    std::vector<std::set<unsigned>> certain(program.ops().size(), {rank});
    std::vector<std::vector<OpId>> requires_(program.ops().size());
    for (const auto& d : program.dependencies()) {
      if (d.first >= d.op) return "a dependency that points ahead";
      if (!d.on_start) requires_[d.op].push_back(d.first);
    }
    for (OpId op = 0; op < program.ops().size(); ++op) {
      for (const OpId first : requires_[op]) {
        certain[op].insert(certain[first].begin(), certain[first].end());
        if (program.ops()[first].kind == OpKind::Receive)
          certain[op].insert(blocks[rank][first].begin(), blocks[rank][first].end());
      }
      if (program.ops()[op].kind != OpKind::Send) continue;
      for (const unsigned block : blocks[rank][op]) {
        if (certain[op].count(block) == 0)
          return fmt::format("rank {} sends block {} before it is there", rank, block);
      }
    }
  }
  return "";
}

}  // namespace xb
