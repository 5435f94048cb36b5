// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_summary.h"

#include <algorithm>
#include <numeric>

#include "host/base/stable_sort.h"
#include "host/schedule/schedule_check.h"

namespace xb {
namespace {

/// Calls f(op) for each operation, in the order in which they can start.
template <class F>
void for_each_started(const RankProgram& program, F&& f) {
  if (in_order(program)) {
    for (OpId op = 0; op < program.ops().size(); ++op) f(op);
  } else {
    for (const OpId op : start_order(program)) f(op);
  }
}

}  // namespace

std::vector<MessageEnd> message_ends(const Schedule& schedule, OpKind kind) {
  std::vector<MessageEnd> ends;
  std::size_t count = 0;
  for (const RankProgram& program : schedule.ranks)
    count += static_cast<std::size_t>(std::count_if(program.ops().begin(), program.ops().end(),
                                                    [kind](const Op& op) { return op.kind == kind; }));
  ends.reserve(count);
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    const RankProgram& program = schedule.ranks[rank];
    const auto me = static_cast<std::uint16_t>(rank);
    for_each_started(program, [&](OpId op) {
      const Op& o = program.ops()[op];
      if (o.kind != kind) return;
      const auto peer = static_cast<std::uint16_t>(o.peer);
      if (kind == OpKind::Send)
        ends.push_back({o.tag, me, peer, op, false});
      else
        ends.push_back({o.tag, peer, me, op, o.peer == kAnyRank});
    });
  }
  // What leaves its source open has the number of the last rank, and comes after it.
  std::stable_partition(ends.begin(), ends.end(), [](const MessageEnd& end) { return !end.any_source; });
  stable_sort_by(ends, [](const MessageEnd& end) { return end.flow(); });
  return ends;
}

std::vector<MessagePair> message_pairs(const Schedule& schedule) {
  const auto sends = message_ends(schedule, OpKind::Send);
  const auto receives = message_ends(schedule, OpKind::Receive);
  std::vector<MessagePair> pairs;
  pairs.reserve(sends.size());
  auto receive = receives.begin();
  for (const MessageEnd& send : sends) {
    while (receive != receives.end() && receive->flow() < send.flow()) ++receive;
    if (receive == receives.end() || receive->flow() != send.flow()) continue;
    pairs.push_back({send.source, send.destination, send.op, receive->op});
    ++receive;
  }
  return pairs;
}

namespace {

/// Starts and ends of all operations of all ranks in one graph; a send's start leads to its receive's end.
/// Kept small: a schedule may have millions of operations.
class MessageGraph {
 public:
  explicit MessageGraph(const Schedule& schedule) : schedule_(schedule) {
    for (const RankProgram& program : schedule.ranks) {
      base_.push_back(nodes_);
      nodes_ += static_cast<Node>(2 * program.ops().size());
    }
    find_messages();
    connect();
  }

  [[nodiscard]] std::optional<std::uint32_t> longest_chain();

 private:
  using Node = std::uint32_t;
  struct Message {
    Node from, to;
  };
  static constexpr Node kMessage = Node{1} << 31U;  // marks an edge from a send to its receive

  [[nodiscard]] Node start(std::size_t rank, OpId op) const { return base_[rank] + 2 * op; }
  [[nodiscard]] Node end(std::size_t rank, OpId op) const { return start(rank, op) + 1; }

  void find_messages() {
    for (const MessagePair& m : message_pairs(schedule_))
      messages_.push_back({start(m.source, m.send), end(m.destination, m.receive)});
  }

  /// Calls f(from, to, mark) for each edge.
  template <class F>
  void for_each_edge(F&& f) const {
    for (std::size_t rank = 0; rank < schedule_.ranks.size(); ++rank) {
      for (OpId op = 0; op < schedule_.ranks[rank].ops().size(); ++op)
        f(start(rank, op), end(rank, op), Node{0});
      for (const auto& d : schedule_.ranks[rank].dependencies())
        f(d.on_start ? start(rank, d.first) : end(rank, d.first), start(rank, d.op), Node{0});
    }
    for (const Message& m : messages_) f(m.from, m.to, kMessage);
  }

  /// Sorts the edges by where they begin.
  void connect() {
    begin_.assign(std::size_t{nodes_} + 1, 0);
    waits_.assign(nodes_, 0);
    for_each_edge([&](Node from, Node to, Node) {
      ++begin_[from];
      ++waits_[to];
    });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    to_.resize(begin_.back());
    for_each_edge([&](Node from, Node to, Node mark) { to_[--begin_[from]] = to | mark; });
  }

  const Schedule& schedule_;
  std::vector<Node> base_;  // first node of each rank
  Node nodes_ = 0;          // below 2^31: the memory ends before
  std::vector<Message> messages_;
  std::vector<std::uint32_t> begin_, waits_;  // per node: its first edge in to_; edges that lead to it
  std::vector<Node> to_;
};

std::optional<std::uint32_t> MessageGraph::longest_chain() {
  std::vector<std::uint32_t> chain(nodes_, 0);
  std::vector<Node> ready;
  ready.reserve(nodes_);
  for (Node n = 0; n < nodes_; ++n) {
    if (waits_[n] == 0) ready.push_back(n);
  }
  for (std::size_t r = 0; r < ready.size(); ++r) {
    const Node from = ready[r];
    for (std::uint32_t s = begin_[from]; s < begin_[from + 1]; ++s) {
      const Node to = to_[s] & ~kMessage;
      chain[to] = std::max(chain[to], chain[from] + (to_[s] != to ? 1 : 0));
      if (--waits_[to] == 0) ready.push_back(to);
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
