// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

// Symbolic execution of schedules, independent of the NIC.

/// A message that was delivered: the operations of its two ends.
struct ProvenMessage {
  unsigned source, destination;
  OpId send, receive;
};

/// Executes all programs with free sends; messages of a (source, destination, tag) in order. The messages in
/// the order in which they arrive, or nothing if somebody waits for ever or a message is left over.
inline std::optional<std::vector<ProvenMessage>> execute(const Schedule& schedule) {
  using Flow = std::tuple<unsigned, unsigned, std::uint32_t>;
  struct Rank {
    std::vector<unsigned> waits;
    std::vector<std::vector<OpId>> after, after_start;
    std::vector<OpId> ready;
    std::size_t left = 0;
  };
  std::vector<Rank> ranks(schedule.ranks.size());
  std::map<Flow, std::deque<OpId>> sent, posted;
  std::vector<ProvenMessage> messages;
  for (unsigned r = 0; r < ranks.size(); ++r) {
    const RankProgram& program = schedule.ranks[r];
    Rank& rank = ranks[r];
    rank.left = program.ops().size();
    rank.waits.resize(rank.left);
    rank.after.resize(rank.left);
    rank.after_start.resize(rank.left);
    for (const auto& d : program.dependencies()) {
      ++rank.waits[d.op];
      (d.on_start ? rank.after_start : rank.after)[d.first].push_back(d.op);
    }
    for (OpId op = 0; op < rank.left; ++op) {
      if (rank.waits[op] == 0) rank.ready.push_back(op);
    }
  }
  const auto release = [&](unsigned r, const std::vector<OpId>& successors) {
    for (const OpId op : successors) {
      if (--ranks[r].waits[op] == 0) ranks[r].ready.push_back(op);
    }
  };
  const auto finish = [&](unsigned r, OpId op) {
    --ranks[r].left;
    release(r, ranks[r].after[op]);
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (unsigned r = 0; r < ranks.size(); ++r) {
      while (!ranks[r].ready.empty()) {
        progress = true;
        const OpId op = ranks[r].ready.front();
        ranks[r].ready.erase(ranks[r].ready.begin());
        const Op& o = schedule.ranks[r].ops()[op];
        release(r, ranks[r].after_start[op]);
        const bool send = o.kind == OpKind::Send;
        if (o.kind == OpKind::Receive) posted[{o.peer, r, o.tag}].push_back(op);
        if (send) sent[{r, o.peer, o.tag}].push_back(op);
        if (o.kind != OpKind::Receive) finish(r, op);
        if (o.kind == OpKind::Compute) continue;
        const Flow flow = send ? Flow{r, o.peer, o.tag} : Flow{o.peer, r, o.tag};
        while (!sent[flow].empty() && !posted[flow].empty()) {
          const auto [source, destination, tag] = flow;
          messages.push_back({source, destination, sent[flow].front(), posted[flow].front()});
          sent[flow].pop_front();
          posted[flow].pop_front();
          finish(destination, messages.back().receive);
        }
      }
    }
  }
  for (const Rank& rank : ranks) {
    if (rank.left > 0) return {};
  }
  for (const auto& [flow, left] : sent) {
    if (!left.empty()) return {};
  }
  return messages;
}

}  // namespace xb
