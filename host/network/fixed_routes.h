// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// The topology's routes where nothing adapts: schedules in steps are made for paths that are known. Where
/// the topology's own routes adapt, each host gets one path from everywhere, of those that its routes allow:
/// host by host, and from the farthest switches on, each switch takes the port whose cable has the fewest
/// pairs of hosts so far. In a fat tree all cables of a level are then alike. Throws InputError as
/// routes_of() does.
Routes fixed_routes_of(const Topology& topology, const Wiring& wiring);

}  // namespace xb
