// SPDX-License-Identifier: Apache-2.0
#include "host/host_setup.h"

#include <fmt/format.h>

#include "host/errors.h"

namespace xb {

HostSetup host_setup(const RunConfig& config) {
  Cluster cluster = find_cluster(config.cluster);
  if (config.packet_min != config.packet_max) {
    throw InputError(fmt::format("packet: '{}..{}' is not allowed; allowed: one length with a schedule",
                                 config.packet_min, config.packet_max));
  }
  const unsigned frame_beats = config.packet_given ? config.packet_min : cluster.frame_beats;
  if (cluster.is_ideal()) cluster.payload_bytes = frame_beats * config.width / 8;
  // The links' latency is what the paper's L leaves besides the switch and the frames it was measured with.
  const std::uint64_t zero_load = cluster.store_forward ? cluster.frame_beats : 1;
  return {cluster,
          nic_timing(cluster, config.ports, zero_load),
          {config.ports, config.packets_per_message, config.group_size, cluster.payload_bytes, config.seed},
          frame_beats};
}

}  // namespace xb
