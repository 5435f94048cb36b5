// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace xb {

/// The nodes of a graph in layers of which none has two neighbours: greedily, in the order of a breadth-first
/// search, which finds two layers where two are enough. `neighbours`: of each node; both ways.
std::vector<std::vector<unsigned>> layers_of(const std::vector<std::vector<unsigned>>& neighbours);

}  // namespace xb
