// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// Whether every packet arrives: from each switch with hosts to each other one, whatever free port is taken,
/// the tables lead on and never back. Empty, or what is wrong, in a line with the names of the switches.
std::string route_fault(const Topology& topology, const Wiring& wiring, const Routes& routes);

/// Throws InputError if there is such a fault, with the line of the given route that is part of it.
void check_routes(const Topology& topology, const Wiring& wiring, const Routes& routes);

/// A cycle of channels, each of which packets may hold while they wait for the next: with lossless flow
/// control these can wait for each other for ever (Dally & Seitz 1987). Empty if there is none; else link by
/// link: `s0 -> s1, s1 -> s2, s2 -> s0`. `discards`: the switches that hold nothing off, so that no channel
/// to them waits; `pools`: those where a packet may wait for memory that packets for any output hold, so that
/// every channel to them waits for every one from them; empty: none.
std::string channel_cycle(const Topology& topology, const Wiring& wiring, const Routes& routes,
                          const std::vector<bool>& discards = {}, const std::vector<bool>& pools = {});

}  // namespace xb
