// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

struct Topology;

/// A family of topologies, by its arguments.
struct TopologyEntry {
  std::string name;
  std::string arguments;  ///< for messages: `d1,d2`; empty: none
  std::string description;
  std::size_t least_arguments, most_arguments;
  Topology (*make)(const std::vector<std::uint64_t>& arguments);
};

const std::vector<TopologyEntry>& topologies();
/// `fat-tree(ports)`, or `k-ring[(hosts)]` of one that may be without arguments.
std::string signature(const TopologyEntry& entry);

/// `fat-tree(4)`: a registered family with its arguments. Throws InputError where there is no such family,
/// and where the arguments are out of range.
Topology make_topology(const std::string& text);
/// The same, for a key; never null.
std::shared_ptr<const Topology> parse_topology(std::string_view text);
/// All hosts on one switch.
Topology one_switch(unsigned hosts);

}  // namespace xb
