// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/network/topology.h"

namespace xb {

/// A family of topologies, by its arguments.
struct TopologyEntry {
  std::string name;
  std::string arguments;  ///< for messages: `d1,d2`; empty: none
  std::string description;
  std::size_t least_arguments, most_arguments;
  Topology (*make)(const std::vector<std::uint64_t>& arguments);
};

const std::vector<TopologyEntry>& topologies();

/// `fat-tree(4)`: a registered family with its arguments. Throws InputError where there is no such family,
/// and where the arguments are out of range.
Topology make_topology(const std::string& text);

}  // namespace xb
