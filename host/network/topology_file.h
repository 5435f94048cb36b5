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

/// A topology by name: `fat-tree(4)`, or the path of a TOML file, which ends in .toml (docs/topologies.md).
/// Throws InputError, with all that is wrong: file, line, column, and the line itself.
Topology find_topology(const std::string& name, const SwitchKeyCheck& check);

/// The same as a TOML file has it. find_topology() reads back what it says.
std::string topology_to_toml(const Topology& topology);

/// As a graph for Graphviz: switches with their number of hosts, and their cables.
std::string topology_to_dot(const Topology& topology);

}  // namespace xb
