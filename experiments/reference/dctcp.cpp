// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/dctcp.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace slots {
namespace {

struct Ack {
  std::uint64_t due;
  unsigned flow;
  std::uint64_t number;  // of the packet in its flow
  bool marked;
};

/// A sender. It estimates and cuts once for each window of packets, which `round_ends` and `cut_ends` tell.
struct Sender {
  double window, limit = 1e18, alpha = 1;
  std::uint64_t sent = 0, acknowledged = 0, round_ends = 0, cut_ends = 0;
  double round_acks = 0, round_marks = 0;

  [[nodiscard]] bool may_send() const { return static_cast<double>(sent - acknowledged + 1) <= window; }
  void take(const Ack& ack, const Dctcp& c) {
    ++acknowledged;
    window += window < limit ? 1 : 1 / window;
    round_acks += 1;
    round_marks += ack.marked ? 1 : 0;
    if (ack.number >= round_ends) {
      if (c.learns) alpha = (1 - c.gain) * alpha + c.gain * round_marks / round_acks;
      round_acks = round_marks = 0;
      round_ends = sent;
    }
    if (ack.marked && ack.number >= cut_ends) {
      window = limit = std::max(1.0, window * (1 - alpha / 2));
      cut_ends = sent;
    }
  }
};

unsigned quantile(const std::vector<std::uint64_t>& counts, double share, std::uint64_t all) {
  std::uint64_t sum = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    sum += counts[value];
    if (static_cast<double>(sum) >= share * static_cast<double>(all)) return static_cast<unsigned>(value);
  }
  return 0;
}

}  // namespace

DctcpQueue run_dctcp(const Dctcp& c) {
  std::vector<Sender> senders(c.flows, Sender{c.initial_window});
  std::deque<Ack> queue, on_their_way;
  std::vector<std::uint64_t> lengths;
  double sent = 0, marked = 0, packets = 0, alpha = 0;
  for (std::uint64_t now = 0; now < c.warmup + c.slots; ++now) {
    const bool counts = now >= c.warmup;
    for (; !on_their_way.empty() && on_their_way.front().due == now; on_their_way.pop_front())
      senders[on_their_way.front().flow].take(on_their_way.front(), c);
    for (unsigned n = 0; n < c.flows; ++n) {
      const unsigned flow = (n + static_cast<unsigned>(now % c.flows)) % c.flows;
      if (!senders[flow].may_send()) continue;
      const bool marks = c.marks && queue.size() > c.threshold;
      queue.push_back({0, flow, senders[flow].sent++, marks});
      packets += counts ? 1 : 0;
      marked += counts && marks ? 1 : 0;
    }
    sent += counts && !queue.empty() ? 1 : 0;
    if (!queue.empty()) {
      on_their_way.push_back(queue.front());
      on_their_way.back().due = now + c.round_trip;
      queue.pop_front();
    }
    if (!counts) continue;
    if (queue.size() >= lengths.size()) lengths.resize(queue.size() + 1);
    ++lengths[queue.size()];
    for (const Sender& sender : senders) alpha += sender.alpha / c.flows;
  }
  const auto slots = static_cast<double>(c.slots);
  return {quantile(lengths, 0.05, c.slots), quantile(lengths, 0.95, c.slots), sent / slots, marked / packets,
          alpha / slots};
}

}  // namespace slots
