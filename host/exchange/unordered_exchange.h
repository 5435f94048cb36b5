// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"

namespace xb {

// Exchanges in which nothing keeps two ranks from sending to the same one at a time. All receives are posted
// at the start.

/// Every rank sends its blocks one after the other in an order of its own, drawn uniformly: a stream from
/// (seed, rank), so that another rank disturbs no order.
Schedule random_order_exchange(const ExchangeShape& shape);

/// Every rank sends its blocks one after the other to 0, 1, .. p-1, itself left out: the worst order.
Schedule same_order_exchange(const ExchangeShape& shape);

/// All sends and receives posted at the start, to me + i and from me - i for i = 1..p-1: the linear
/// all-to-all of MPI libraries, operation for operation what Schedgen's `linear_alltoall` prints.
Schedule linear_exchange(const ExchangeShape& shape);

/// Every rank but 0 sends its block to rank 0, all at once.
Schedule incast_to_rank_0(const ExchangeShape& shape);

}  // namespace xb
