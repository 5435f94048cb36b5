// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

// All-to-all broadcast in a logical ring of the ranks. Jacunski, Sadayappan and Panda (1999), sections 4.2
// and 5.1.

/// The ranks switch by switch, the switches in the order of their ring: as few neighbours as possible are on
/// different switches.
std::vector<unsigned> switch_ordered_ranks(const ExchangeShape& shape);

/// The ranks in an order that knows nothing of switches, as numbers that users give to their hosts: a random
/// one, by the seed.
std::vector<unsigned> rank_ordered_ranks(const ExchangeShape& shape);

/// Step i = 1..p-1 of a rank: send the block that came last (at first the own one) to the next in `order`,
/// receive one from the one before; one after the other.
Schedule ring_broadcast(const ExchangeShape& shape, const std::vector<unsigned>& order,
                        SchedulePlan* plan = nullptr);

Schedule switch_ordered_ring(const ExchangeShape& shape, SchedulePlan* plan = nullptr);
Schedule rank_ordered_ring(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

}  // namespace xb
