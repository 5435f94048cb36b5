// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

struct RunConfig;

/// The cycle in which each of `ranks` programs starts: uniform in 0..skew x predicted, from a stream of its
/// own.
std::vector<std::uint64_t> start_cycles(const RunConfig& config, std::size_t ranks,
                                        std::uint64_t predicted_cycles);

}  // namespace xb
