// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

struct ScheduleConfig;

/// The cycle in which each of `ranks` programs starts: uniform in 0..skew x predicted, from a stream of its
/// own.
std::vector<std::uint64_t> start_cycles(const ScheduleConfig& config, std::uint64_t seed, std::size_t ranks,
                                        std::uint64_t predicted_cycles);

}  // namespace xb
