// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/liquid/path_trees.h"

namespace xb {

/// What the busiest channel takes at least, whatever legal paths are chosen, even a path for each packet: for
/// any weights of the channels, all packets by their cheapest legal paths over the sum of the weights,
/// rounded up. (The dual of the linear program that splits flows; weights of 1 and 0 are a cut.) Exact whole
/// numbers. `weights`: by channel, up to 2^20.
std::uint64_t busiest_by_weights(const PathTrees& trees, const std::vector<std::uint64_t>& weights);

/// The largest such bound that was found, by every channel alone, all channels into or out of a switch, and
/// the loads of flows that are split more and more evenly; not less than the busiest link of a host.
std::uint64_t least_busiest(const PathTrees& trees);

}  // namespace xb
