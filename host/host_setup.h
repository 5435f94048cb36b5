// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/cluster.h"
#include "host/exchange_shape.h"
#include "host/run_config.h"

namespace xb {

/// The hosts of a schedule run, worked out from a configuration.
struct HostSetup {
  Cluster cluster;
  NicTiming timing;
  ExchangeShape shape;
  unsigned frame_beats;  ///< length of every packet: `packet` where given, else the cluster's frame
};

/// Throws InputError where the configuration and the cluster do not fit each other.
HostSetup host_setup(const RunConfig& config);

}  // namespace xb
