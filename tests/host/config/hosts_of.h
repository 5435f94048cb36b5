// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/cluster_file.h"
#include "host/config/schedule_hosts.h"
#include "host/point/run_config.h"

namespace xb {

/// The hosts of a configuration, whatever they run.
inline ScheduleHosts hosts_of(RunConfig config) {
  if (!config.schedule) config.schedule = "shift";
  config.cluster.load(read_cluster);
  GoalFiles goals;
  return schedule_hosts(config, HostList(config.ports), goals);
}

}  // namespace xb
