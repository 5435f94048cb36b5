// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/cluster_file.h"
#include "host/config/schedule_hosts.h"

namespace xb {

/// The hosts of a configuration, whatever they run.
inline ScheduleHosts hosts_of(RunConfig config) {
  if (config.schedule.empty()) config.schedule = "shift";
  GoalFiles goals;
  return schedule_hosts(config, HostList(config.ports), find_cluster(config.cluster), goals);
}

}  // namespace xb
