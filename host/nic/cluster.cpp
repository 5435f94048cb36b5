// SPDX-License-Identifier: Apache-2.0
#include "host/nic/cluster.h"

#include "host/base/errors.h"

namespace xb {

NicTiming nic_timing(const Cluster& cluster, unsigned nodes, std::uint64_t zero_load_cycles) {
  const auto cycles = [&](Seconds t) { return to_cycles(t, cluster.clock_period); };
  NicTiming timing;
  timing.send_overhead = cycles(cluster.send_overhead);
  timing.send_gap = cycles(cluster.send_gap);
  timing.receive_gap = cycles(cluster.receive_gap);
  timing.receive_overhead = cycles(cluster.receive_overhead);
  timing.user_overhead = cycles(cluster.user_overhead);
  timing.cycles_per_nanosecond = 1e-9 / cluster.clock_period.value;
  timing.poll = cycles(cluster.poll);
  timing.send_ring = cluster.send_ring;
  const std::uint64_t latency = cycles(cluster.latency(nodes));
  if (latency == 0) return timing;  // links without length
  const std::uint64_t inherent = zero_load_cycles + cluster.frame_beats;
  if (latency < inherent) {
    throw InputError(
        "{}:{}: latency-base: L of {} cycles for {} nodes is not allowed; allowed: at least {}, "
        "what the frame "
        "takes through the switch",
        cluster.name, cluster.latency_line, latency, nodes, inherent);
  }
  timing.uplink_latency = (latency - inherent) / 2;
  timing.downlink_latency = latency - inherent - timing.uplink_latency;
  return timing;
}

}  // namespace xb
