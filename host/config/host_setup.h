// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/config/run_config.h"
#include "host/exchange/exchange_shape.h"
#include "host/nic/cluster.h"
#include "host/nic/nic_settings.h"

namespace xb {

/// The hosts of a schedule run, worked out from a configuration.
struct HostSetup {
  Cluster cluster;
  NicSettings nic;
  ExchangeShape shape;
  unsigned frame_beats;  ///< length of a full packet: `packet` where given, else the cluster's frame
};

/// Throws InputError where the configuration and the cluster do not fit each other.
HostSetup host_setup(const RunConfig& config);

/// Gives what is not in `given` the values that the run will have: the cluster's defaults, and as `packet`
/// its frame. Without a schedule there is nothing to do. Throws InputError as find_cluster() does.
void take_cluster_defaults(RunConfig& config, const std::vector<std::string>& given);

/// The cycle in which each of `ranks` programs starts: uniform in 0..skew x predicted, from a stream of its
/// own.
std::vector<std::uint64_t> start_cycles(const RunConfig& config, std::size_t ranks,
                                        std::uint64_t predicted_cycles);

}  // namespace xb
