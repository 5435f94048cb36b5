// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/liquid/step_table.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// Schedules made without a search. First fit: a transfer goes in the first step in which all its links have
/// room. Only random_order_steps() draws by the seed.

/// In phase k the i-th host that sends does so to the (i + k)-th one that receives; each phase has steps of
/// its own, by first fit. Knows nothing of the network.
StepSchedule round_robin_steps(const TransferSet& transfers, std::uint64_t seed = 0);

/// First fit, in an order drawn at random.
StepSchedule random_order_steps(const TransferSet& transfers, std::uint64_t seed);

/// First fit, the transfers over the busiest links first.
StepSchedule busiest_first_steps(const TransferSet& transfers, std::uint64_t seed = 0);

/// Gives a step to each item of an empty table: the first that has room: classes in the order of the
/// loads of their links, the busiest link's before others. Leaves those for which no step has room.
/// `start`: by class, the step to look at first, then around; empty: step 0.
void greedy_steps(StepTable& table, const std::vector<std::uint32_t>& start = {});

}  // namespace xb
