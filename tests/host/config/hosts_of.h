// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/cluster_file.h"
#include "host/config/host_setup.h"

namespace xb {

/// The hosts of a configuration, whatever they run.
inline HostSetup hosts_of(RunConfig config) {
  if (config.schedule.empty()) config.schedule = "shift";
  GoalFiles goals;
  return host_setup(config, HostList(config.ports), find_cluster(config.cluster), goals);
}

}  // namespace xb
