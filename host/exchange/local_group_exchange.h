// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

// LG, the complete exchange between clusters (here: switches) that sends as few messages as possible from one
// to the other: Jeannot and Steffenel (2007), with the corrections of docs/schedules.md; beyond the paper,
// three and more clusters, and blocks of different lengths.

/// First all ranks exchange within their cluster: the blocks for each other, and with them those for other
/// clusters that the receiver is to send on. Then clusters meet in pairs, in the rounds of the edge
/// colouring: in each step every rank of the smaller one exchanges one message with one of the larger one.
Schedule local_group_exchange(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Steps of the exchange between clusters: of a round, ceil(larger / smaller cluster) of the pair with the
/// most.
unsigned local_group_steps(const ExchangeShape& shape);

/// Messages between clusters: 2 max(n_a, n_b) of each pair.
std::uint64_t local_group_messages(const ExchangeShape& shape);

}  // namespace xb
