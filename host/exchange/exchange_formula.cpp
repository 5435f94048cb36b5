// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_formula.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"

namespace xb {

Seconds predict_logical_ring(unsigned ranks, const MessageCosts& message) {
  return {(ranks - 1) * message.time.value};
}

Seconds predict_simultaneous_broadcast(unsigned ranks, const MessageCosts& message) {
  if (ranks == 2) return message.time;
  const double gap = std::max(message.gap.value, message.overheads.value / 2);
  const double steady_gap = std::max(message.gap.value, message.overheads.value);
  return {message.time.value + (ranks - 3) * steady_gap + gap};
}

Seconds predict_combining(unsigned ranks, const MessageCosts& message) {
  // Of the p-1 blocks that a rank gets, the first of each step comes as a message alone does, the others on
  // its heels.
  const unsigned steps = combining_steps(ranks);
  return {steps * message.time.value + (ranks - 1 - steps) * message.gap.value};
}

Seconds least_broadcast_time(unsigned ranks, const MessageCosts& message) {
  return {message.time.value + (ranks - 2.0) * message.gap.value};
}

Seconds predict_message(std::uint64_t packets, unsigned nodes, const Cluster& cluster, Seconds packet_time,
                        Seconds switch_latency) {
  const double g = std::max(cluster.gap().value, packet_time.value);
  const double latency = std::max(cluster.latency(nodes).value, packet_time.value + switch_latency.value);
  return {cluster.send_overhead.value + (static_cast<double>(packets) - 1) * g + latency +
          cluster.receive_overhead.value + cluster.user_overhead.value};
}

namespace {

/// `one_packet`: a block is one packet.
ExchangeTerms terms(const ExchangeShape& shape, const Cluster& cluster, Seconds packet_time,
                    Seconds switch_latency, Seconds block_time, bool one_packet) {
  const double longer = one_packet ? block_time.value - packet_time.value : 0;  // than a packet of the others
  const double g = std::max(cluster.gap().value, packet_time.value + longer);
  const double latency =
      std::max(cluster.latency(shape.ranks).value, packet_time.value + switch_latency.value) + longer;
  const double overheads =
      cluster.send_overhead.value + cluster.receive_overhead.value + cluster.user_overhead.value;
  return {shape, one_packet ? 1.0 : shape.packets, g, overheads + latency - g, overheads};
}

}  // namespace

Seconds predict_exchange(const ScheduleEntry& schedule, const ExchangeShape& shape, const Cluster& cluster,
                         Seconds packet_time, Seconds switch_latency, Seconds block_time) {
  const bool one_packet = cluster.whole_messages && !schedule.turns_of_one_packet;
  return schedule.predict(terms(shape, cluster, packet_time, switch_latency, block_time, one_packet));
}

Seconds least_exchange_time(const ExchangeShape& shape, const Cluster& cluster, Seconds packet_time,
                            Seconds switch_latency, Seconds block_time) {
  return terms(shape, cluster, packet_time, switch_latency, block_time, cluster.whole_messages).in_groups(1);
}

Seconds least_schedule_time(const Schedule& schedule, const PacketSizes& sizes, const Cluster& cluster,
                            Seconds packet_time, Seconds switch_latency) {
  const auto ranks = static_cast<unsigned>(schedule.ranks.size());
  std::vector<std::uint64_t> sent(ranks), received(ranks);
  for (unsigned rank = 0; rank < ranks; ++rank) {
    for (const Op& op : schedule.ranks[rank].ops()) {
      if (op.kind != OpKind::Send) continue;
      sent[rank] += sizes.packets(op.size);
      received[op.peer] += sizes.packets(op.size);
    }
  }
  std::uint64_t most = 0;
  for (unsigned rank = 0; rank < ranks; ++rank) most = std::max({most, sent[rank], received[rank]});
  if (most == 0) return {0};
  return predict_message(most, ranks, cluster, packet_time, switch_latency);
}

Seconds least_traffic_time(const Schedule& schedule, const PacketSizes& sizes, const Cluster& cluster,
                           Seconds packet_time, Seconds switch_latency) {
  const auto ranks = static_cast<unsigned>(schedule.ranks.size());
  const double beat_time = packet_time.value / sizes.frame_beats();
  const double gap = cluster.gap().value;
  const double latency = cluster.latency(ranks).value;
  /// Packets of one direction of a rank, one after the other.
  struct Line {
    double busy = 0;
    double tail = std::numeric_limits<double>::max();  // from where the last one's turn ends to its arrival
  };
  std::vector<Line> sent(ranks), received(ranks);
  for (unsigned rank = 0; rank < ranks; ++rank) {
    for (const Op& op : schedule.ranks[rank].ops()) {
      if (op.kind != OpKind::Send) continue;
      const std::uint64_t packets = sizes.packets(op.size);
      for (Line* line : {&sent[rank], &received[op.peer]}) {
        // All packets but the last are alike.
        for (const auto& [index, count] :
             {std::pair{std::uint64_t{0}, packets - 1}, {packets - 1, std::uint64_t{1}}}) {
          if (count == 0) continue;
          const double on_link = static_cast<double>(sizes.beats(op.size, index)) * beat_time;
          const double turn = std::max(gap, on_link);
          line->busy += static_cast<double>(count) * turn;
          line->tail = std::min(line->tail, std::max(latency, on_link + switch_latency.value) - turn);
        }
      }
    }
  }
  double most = 0;
  for (unsigned rank = 0; rank < ranks; ++rank) {
    for (const Line* line : {&sent[rank], &received[rank]}) {
      if (line->busy > 0) most = std::max(most, line->busy + line->tail);
    }
  }
  if (most == 0) return {0};
  return {cluster.send_overhead.value + most + cluster.receive_overhead.value + cluster.user_overhead.value};
}

}  // namespace xb
