// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/liquid/transfer_set.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// What a picture of transfers in steps shows.
struct StepsOnNetwork {
  const Topology& topology;
  const Wiring& wiring;
  const Routes& routes;  ///< fixed (fixed_routes.h)
  const TransferSet& transfers;
  const StepSchedule& schedule;
};

/// As SVG: the loads of the links with the bottlenecks, then a panel a step, in which each transfer is a line
/// of its own colour from host to host; of more steps than kMostPanels the first ones. Graphviz's neato
/// places hosts and switches.
constexpr unsigned kMostPanels = 48;
std::string teams_picture(const StepsOnNetwork& what);

enum class Listing { FullSimultaneities, FullTeams };

/// Writes all of them to a file, or `-`, as they are found, one a line; the last line says how many there
/// are. After so many seconds of CPU time (0: never) it is a count of those found so far. Throws InputError
/// for what has no congestion graph.
void list_simultaneities(Listing listing, const TransferSet& transfers, const std::string& path,
                         double cpu_seconds);

}  // namespace xb
