// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

struct Setup;

/// A network of switches, worked out from a configuration.
struct ResolvedNetwork {
  Topology topology;
  Wiring wiring;
  Routes routes;
  std::vector<Setup>
      switches;  ///< in the topology's order; Setup::config has the switch's ports and own keys
};

/// Cycles in which a rank's cable can move a beat each way.
unsigned beat_cycles(const Setup& setup, unsigned rank);

}  // namespace xb
