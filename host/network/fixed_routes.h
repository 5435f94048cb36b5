// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// Routes where nothing adapts: each host gets one path from everywhere, of those that `routes` allow, so
/// that the cables are used alike. Host by host, and from the farthest switches on, each switch takes the
/// port whose cable has the fewest pairs of hosts so far; in a fat tree all cables of a level are then alike,
/// and each cable down leads to one host. With `balanced`, paths then move to where fewer pairs are, until
/// none finds such a place, nor in small networks several at once. The destination's number alone would
/// choose alike at switch after switch, and leave half of a fat tree's core idle. Paths that are set stay.
/// What check_routes() refuses must not come here.
Routes with_fixed_paths(const Wiring& wiring, Routes routes, bool balanced);

/// The topology's routes for a schedule in steps, which is made for paths that are known: not balanced where
/// the topology's own routes adapt, so that published schedules stay. Throws InputError as routes_of() and
/// check_routes() do.
Routes fixed_routes_of(const Topology& topology, const Wiring& wiring);

}  // namespace xb
