// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

struct RunConfig;

/// A network of switches as a configuration describes it, before its switches and hosts are worked out.
struct Network {
  Topology topology;
  Wiring wiring;
  Routes routes;
  std::vector<RunConfig> switches;  ///< the run's keys with what each switch has otherwise
};

/// Of a configuration whose topology is not one switch by name, and loaded. Throws InputError where the
/// topology is wrong, packets do not arrive, lossless channels may wait for each other for ever and the key
/// `deadlock` does not allow it, and where there are keys that a network has not.
Network read_network(const RunConfig& config);

/// The cycle of channels (route_check.h) of a network whose switches have the keys that its topology gives
/// them, the others at their defaults; empty if there is none.
std::string own_channel_cycle(const Topology& topology, const Wiring& wiring, const Routes& routes);

/// Of a switch, for messages: `two.toml:5: switch west`.
std::string place_of_switch(const Topology& topology, unsigned at);

/// Throws InputError if a switch of a topology cannot have a key of its own: a switch may differ from the
/// run's keys in what concerns one switch alone.
void check_switch_key(const std::string& key, const std::string& value, const std::string& place);

}  // namespace xb
