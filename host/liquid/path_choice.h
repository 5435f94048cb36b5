// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/liquid/network_transfers.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// Legal paths by which the busiest link carries little. Times are packets times the cycles in which a link
/// moves a beat: where all cables are alike, the packets of the busiest link.
struct PathChoice {
  Routes routes;                    ///< one path to each host
  std::uint64_t given, chosen = 0;  ///< of the busiest link, by the paths given and by these
  std::uint64_t least = 0;          ///< no legal paths take less; see least_busiest()
};

/// Chooses among the ports of `routes`, whose own paths are the start and stay where nothing is better. A
/// search from there, and from paths that are turned at random near the busiest links, the same for the same
/// seed; it ends where the bound is reached.
PathChoice choose_paths(const Topology& topology, const Wiring& wiring, const Routes& routes,
                        const std::vector<SizedTransfer>& transfers, std::uint64_t seed);

/// The paths that differ from a choice's in one port of one table, and whose busiest link takes no longer
/// than `most`: calls `take(routes)` for each until that says stop, false.
void each_other_path(const Topology& topology, const Wiring& wiring, const Routes& routes,
                     const std::vector<SizedTransfer>& transfers, std::uint64_t most,
                     const std::function<bool(const Routes&)>& take);

/// The paths as routes of a topology: where the routing leaves a choice on the way of packets.
std::vector<Topology::HostRoute> host_routes_of(const Wiring& wiring, const Routes& routes);

}  // namespace xb
