// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"

namespace xb {

// Complete exchange (all-to-all personalized) in an order that keeps every receiver to one sender at a time:
// every rank has a block for every other one. Tam & Wang 2000, Alg. 1-3.

/// Round i = 1..p-1: send a block to me + i, receive one from me - i; then the next round.
Schedule shift_exchange(const ExchangeShape& shape);

/// Round r: exchange blocks with the edge colouring's partner. For any p.
Schedule pairwise_exchange(const ExchangeShape& shape);

/// Round r: exchange blocks with me XOR r, where that rank exists.
Schedule pairwise_xor_exchange(const ExchangeShape& shape);

/// One packet to each of me + 1, me + 2, ... in turn, k times over; receives in a loop of their own.
Schedule sync_shuffle_exchange(const ExchangeShape& shape);

/// The same with omega partners of the edge colouring at a time. As printed, Alg. 3 wraps around and sends
/// blocks twice where omega does not divide p-1; here the last group is smaller.
Schedule group_shuffle_exchange(const ExchangeShape& shape);

}  // namespace xb
