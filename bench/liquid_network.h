// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "host/liquid/network_transfers.h"
#include "host/network/fixed_routes.h"
#include "host/network/topology.h"

namespace xb {

/// A network with the paths of schedules in steps.
struct LiquidNetwork {
  explicit LiquidNetwork(Topology of)
      : topology(std::move(of)), wiring(topology), routes(fixed_routes_of(topology, wiring)) {}
  [[nodiscard]] TransferSet over(const std::vector<SizedTransfer>& transfers) const {
    return transfers_over(topology, wiring, routes, transfers);
  }
  [[nodiscard]] TransferSet exchange(const std::vector<unsigned>& hosts) const {
    return over(complete_exchange_of(hosts));
  }
  [[nodiscard]] TransferSet exchange_of_all() const {
    std::vector<unsigned> hosts(wiring.hosts());
    std::iota(hosts.begin(), hosts.end(), 0U);
    return exchange(hosts);
  }

  Topology topology;
  Wiring wiring;
  Routes routes;
};

}  // namespace xb
