// SPDX-License-Identifier: Apache-2.0
#include "host/config/cluster_defaults.h"

#include <algorithm>

#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"

namespace xb {

void take_cluster_defaults(RunConfig& config, const std::vector<std::string>& given) {
  if (!config.schedule) return;
  config.cluster.load(read_cluster);
  const Cluster& cluster = *config.cluster;
  for (const ClusterDefault& d : cluster.defaults) {
    const bool is_given = std::find(given.begin(), given.end(), d.key) != given.end();
    const bool by_buffer = config.buffer && d.key == "depth";
    if (!is_given && !by_buffer && uses_key(config, d.key)) set_key(config, d.key, d.value, cluster.name);
  }
  if (!config.packet_given) {
    config.packet_min = config.packet_max = cluster.frame_beats;
    config.packet_given = true;
  }
}

}  // namespace xb
