// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/liquid/transfer_set.h"
#include "host/network/fixed_routes.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

struct SmallNetwork {
  Topology topology;
  Wiring wiring;
  Routes routes;

  explicit SmallNetwork(const Topology& of)
      : topology(of), wiring(topology), routes(fixed_routes_of(topology, wiring)) {}
  /// Hosts of the switches, and cables.
  [[nodiscard]] std::string text() const;
};

struct SmallNetworks {
  unsigned switches;
  unsigned fewest_hosts, most_hosts;  ///< of a switch
  Routing routing;
};

/// Calls with each connected network of one cable at most between two switches, and at least two hosts. Names
/// of switches matter: ports and tables depend on them.
void for_small_networks(const SmallNetworks& all, const std::function<void(const SmallNetwork&)>& visit);

/// Whether transfers that share no link can use all bottlenecks; all links have capacity 1.
bool has_team(const TransferSet& set);

/// Three transfers, any two of which share a link but no link has all three; or none.
std::vector<unsigned> three_without_team(const TransferSet& set);

}  // namespace xb
