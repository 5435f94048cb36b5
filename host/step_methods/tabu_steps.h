// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "host/liquid/transfer_set.h"

namespace xb {

/// Looks for a schedule of so many steps as graphs are coloured by tabu search (TabuCol: Hertz & de Werra
/// 1987), to compare others with: all transfers have a step from the beginning, first fit for the busiest
/// links, and one at a time of those on overfull links moves to where least is overfull then, but not back at
/// once. 0 steps in the result: none was found in so many moves, or before `stop`, called often, said so.
/// Steps may be empty where there are more than the duration.
StepSchedule tabu_steps(const TransferSet& transfers, unsigned steps, std::uint64_t moves, std::uint64_t seed,
                        const std::function<bool()>& stop = {});

}  // namespace xb
