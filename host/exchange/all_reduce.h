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

// All-reduce: every rank has a vector of p blocks, and all need the sum of the vectors. In steps: what a rank
// does in one begins when all that it did before is finished. Adding blocks takes no time (a GOAL file may
// say how long it takes). The plan's block b is the b-th of the vector: a message brings the sum that its
// sender has of it.

/// Reduce-scatter in a ring of the ranks, switch by switch: in step i = 1..p-1 each sends its sum of the
/// block of the i-th rank after it to the rank before it. At the end it has the sum of its own block.
Schedule ring_reduce_scatter(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// The same, then p-1 steps in which the sums go round: every rank sends 2 (p-1) / p of the vector.
/// Patarasuk & Yuan 2009.
Schedule ring_all_reduce(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Up a binary tree of the ranks (rank r below (r-1) / 2) to rank 0 and down again, block after block.
Schedule tree_all_reduce(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Recursive halving, then doubling: partners at distance m/2, m/4, .. 1 exchange half of what they still
/// have to add, then all they have, in the other order; m is the largest power of two up to p. Of the first
/// 2 (p - m) ranks the odd ones hand their vector to the one before, and get the sum at the end.
/// Rabenseifner 2004; Thakur, Rabenseifner & Gropp 2005, 4.5.
Schedule halving_all_reduce(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Steps of the tree: a block a step, as deep as the tree is twice over.
unsigned tree_all_reduce_steps(unsigned ranks);
/// 2 log2 m, and two more where p is no power of two.
unsigned halving_all_reduce_steps(unsigned ranks);

/// Two jobs that know nothing of each other: a complete exchange (shift) among the even ranks, and an
/// all-reduce in a ring among the odd ones. Of fewer than four ranks all are in the first one.
Schedule two_jobs(const ExchangeShape& shape);

}  // namespace xb
