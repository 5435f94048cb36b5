// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_formula.h"

#include <algorithm>
#include <vector>

#include "host/exchange/schedule_registry.h"

namespace xb {

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

}  // namespace xb
