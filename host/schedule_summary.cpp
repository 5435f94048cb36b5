// SPDX-License-Identifier: Apache-2.0
#include "host/schedule_summary.h"

#include <algorithm>
#include <vector>

#include "host/message_match.h"

namespace xb {
namespace {

/// Starts and ends of all operations of all ranks in one graph; a send's start leads to its receive's end.
class MessageGraph {
 public:
  explicit MessageGraph(const Schedule& schedule) {
    for (const RankProgram& program : schedule.ranks) {
      base_.push_back(nodes_);
      nodes_ += 2 * program.ops().size();
    }
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
      for (OpId op = 0; op < schedule.ranks[rank].ops().size(); ++op)
        edges_.push_back({start(rank, op), end(rank, op), 0});
      for (const auto& d : schedule.ranks[rank].dependencies())
        edges_.push_back({d.on_start ? start(rank, d.first) : end(rank, d.first), start(rank, d.op), 0});
    }
    add_messages(schedule);
  }

  [[nodiscard]] std::optional<std::uint32_t> longest_chain() const;

 private:
  struct Edge {
    std::size_t from, to;
    std::uint32_t messages;  // 1 from a send to its receive
  };

  [[nodiscard]] std::size_t start(std::size_t rank, OpId op) const {
    return base_[rank] + 2 * std::size_t{op};
  }
  [[nodiscard]] std::size_t end(std::size_t rank, OpId op) const { return start(rank, op) + 1; }

  void add_messages(const Schedule& schedule) {
    const auto sends = message_ends(schedule, OpKind::Send);
    const auto receives = message_ends(schedule, OpKind::Receive);
    auto receive = receives.begin();
    for (const MessageEnd& send : sends) {
      while (receive != receives.end() && receive->flow() < send.flow()) ++receive;
      if (receive == receives.end() || receive->flow() != send.flow()) continue;
      edges_.push_back({start(send.source, send.op), end(send.destination, receive->op), 1});
      ++receive;
    }
  }

  std::vector<std::size_t> base_;  // first node of each rank
  std::size_t nodes_ = 0;
  std::vector<Edge> edges_;
};

std::optional<std::uint32_t> MessageGraph::longest_chain() const {
  std::vector<std::uint32_t> waits(nodes_, 0);
  std::vector<std::size_t> begin(nodes_ + 1, 0);
  for (const Edge& e : edges_) {
    ++waits[e.to];
    ++begin[e.from + 1];
  }
  for (std::size_t n = 0; n < nodes_; ++n) begin[n + 1] += begin[n];
  std::vector<const Edge*> leaving(edges_.size());
  std::vector<std::size_t> fill = begin;
  for (const Edge& e : edges_) leaving[fill[e.from]++] = &e;

  std::vector<std::uint32_t> chain(nodes_, 0);
  std::vector<std::size_t> ready;
  for (std::size_t n = 0; n < nodes_; ++n) {
    if (waits[n] == 0) ready.push_back(n);
  }
  for (std::size_t r = 0; r < ready.size(); ++r) {
    for (std::size_t s = begin[ready[r]]; s < begin[ready[r] + 1]; ++s) {
      const Edge& e = *leaving[s];
      chain[e.to] = std::max(chain[e.to], chain[e.from] + e.messages);
      if (--waits[e.to] == 0) ready.push_back(e.to);
    }
  }
  if (ready.size() != nodes_) return {};
  return nodes_ == 0 ? 0 : *std::max_element(chain.begin(), chain.end());
}

}  // namespace

ScheduleTotals totals_of(const Schedule& schedule) {
  ScheduleTotals totals;
  for (const RankProgram& program : schedule.ranks) {
    totals.dependencies += program.dependencies().size();
    for (const Op& op : program.ops()) {
      if (op.kind == OpKind::Compute) ++totals.computations;
      if (op.kind == OpKind::Receive) ++totals.receives;
      if (op.kind == OpKind::Receive && (op.peer == kAnyRank || op.tag == kAnyTag)) ++totals.open_receives;
      if (op.kind != OpKind::Send) continue;
      ++totals.sends;
      totals.bytes += op.size;
      totals.longest_bytes = std::max(totals.longest_bytes, op.size);
    }
  }
  return totals;
}

std::optional<std::uint32_t> longest_message_chain(const Schedule& schedule) {
  return MessageGraph(schedule).longest_chain();
}

}  // namespace xb
