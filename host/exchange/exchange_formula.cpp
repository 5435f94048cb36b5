// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_formula.h"

#include <algorithm>
#include <vector>

#include "host/exchange/broadcast_formula.h"
#include "host/exchange/pairing.h"

namespace xb {

Seconds predict_message(std::uint64_t packets, unsigned nodes, const Cluster& cluster, Seconds packet_time,
                        Seconds switch_latency) {
  const double g = std::max(cluster.gap().value, packet_time.value);
  const double latency = std::max(cluster.latency(nodes).value, packet_time.value + switch_latency.value);
  return {cluster.send_overhead.value + (static_cast<double>(packets) - 1) * g + latency +
          cluster.receive_overhead.value + cluster.user_overhead.value};
}

Seconds predict_exchange(const std::string& schedule, const ExchangeShape& shape, const Cluster& cluster,
                         Seconds packet_time, Seconds switch_latency, Seconds block_time) {
  const bool one_packet = cluster.whole_messages && schedule != "sync-shuffle" && schedule != "group-shuffle";
  const double longer = one_packet ? block_time.value - packet_time.value : 0;  // than a packet of the others
  const double g = std::max(cluster.gap().value, packet_time.value + longer);
  const double latency =
      std::max(cluster.latency(shape.ranks).value, packet_time.value + switch_latency.value) + longer;
  const double overheads =
      cluster.send_overhead.value + cluster.receive_overhead.value + cluster.user_overhead.value;
  const double t_w = overheads + latency - g;
  const double k = one_packet ? 1 : shape.packets;
  const double partners = shape.ranks - 1.0;
  if (schedule == "shift") return {partners * (k * g + t_w)};
  if (schedule == "pairwise") return {edge_color_rounds(shape.ranks) * (k * g + t_w)};
  if (schedule == "pairwise-xor") return {xor_rounds(shape.ranks) * (k * g + t_w)};
  const MessageCosts block{{k * g + t_w}, {k * g}, {k * overheads}};
  if (schedule == "logical-ring") return predict_logical_ring(shape.ranks, block);
  if (schedule == "simultaneous-broadcast") return predict_simultaneous_broadcast(shape.ranks, block);
  if (schedule == "combining") return predict_combining(shape.ranks, block);
  if (schedule != "group-shuffle") return {k * partners * g + t_w};
  const unsigned rounds = edge_color_rounds(shape.ranks);
  const unsigned groups = (rounds + shape.group_size - 1) / shape.group_size;
  return {k * partners * g + groups * t_w};
}

Seconds least_exchange_time(const ExchangeShape& shape, const Cluster& cluster, Seconds packet_time,
                            Seconds switch_latency, Seconds block_time) {
  return predict_exchange("linear", shape, cluster, packet_time, switch_latency, block_time);  // its bound
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

}  // namespace xb
