// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "host/network/topology.h"

namespace xb {

/// Takes a key that a switch has otherwise, its value, and where it stands (`file:line:column`). Throws
/// InputError if a switch cannot have it.
using SwitchKeyCheck =
    std::function<void(const std::string& key, const std::string& value, const std::string& place)>;

/// Of a TOML file (docs/topologies.md). Throws InputError, with all that is wrong: file, line, column, and
/// the line itself.
Topology read_topology(const std::string& path, const SwitchKeyCheck& check);

/// A topology as such a file has it. read_topology() reads back what it says.
std::string topology_to_toml(const Topology& topology);

/// As a graph for Graphviz: switches with their number of hosts, and their cables.
std::string topology_to_dot(const Topology& topology);

}  // namespace xb
