// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/liquid/transfer_set.h"

namespace xb {

/// Schedules made without a search. First fit: a transfer goes in the first step in which all its links have
/// room.

/// In phase k the i-th host that sends does so to the (i + k)-th one that receives; each phase has steps of
/// its own, by first fit. Knows nothing of the network.
StepSchedule round_robin_steps(const TransferSet& transfers);

/// First fit, in an order drawn at random.
StepSchedule random_order_steps(const TransferSet& transfers, std::uint64_t seed);

/// First fit, the transfers over the busiest links first.
StepSchedule busiest_first_steps(const TransferSet& transfers);

}  // namespace xb
