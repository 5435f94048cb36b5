// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

/// Pairing of `rank` in `round` by the edge colouring of the complete graph; -1: idle (odd p only).
/// Rounds 1..p-1 (even p) or 1..p (odd p) pair everyone with everyone once. Tam & Wang 2000, Fig. 1.
int edge_color(unsigned round, unsigned rank, unsigned ranks);

/// Rounds that the edge colouring needs: p-1 for even p, p for odd p.
unsigned edge_color_rounds(unsigned ranks);

/// Pairing by exclusive or; -1 where the partner does not exist. Rounds 1..2^ceil(log2 p)-1.
int xor_partner(unsigned round, unsigned rank, unsigned ranks);
unsigned xor_rounds(unsigned ranks);

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

/// A rank's partners, a group for each round.
using PartnerGroups = std::vector<std::vector<unsigned>>;

/// Rounds of a packet-level shuffle: in each round one packet to each partner of the group in turn, k times
/// over, while an independent loop receives in the same order. A round starts when both loops are through.
/// to/from(rank): its partners.
Schedule packet_shuffle(const ExchangeShape& shape, const std::function<PartnerGroups(unsigned)>& to,
                        const std::function<PartnerGroups(unsigned)>& from);

// The synchronous shuffle on a two-level hierarchy, d2 switches of d1 ranks each below a backbone: Tam,
// "Performance studies of high-speed communication on commodity cluster" (2001), 6.2.

/// Who sends to whom: in step i = 1, 2, .. rank x sends to `to[x][i-1]` and receives from `from[x][i-1]`.
struct ShufflePartners {
  std::vector<std::vector<unsigned>> to, from;
};

/// Partner x XOR i where that rank exists.
ShufflePartners linear_xor_partners(unsigned ranks);

/// The contention-aware permutation: ranks are renumbered phi(x) = x div d1 + (x mod d1) d2 (eq. 6.3; x
/// counts them switch by switch), so that consecutive partners are on different switches; partner
/// phi^-1(phi(x) XOR i), or phi^-1(phi(x) + i mod p) where p is no power of two. All switches have equally
/// many ranks.
ShufflePartners switch_aware_partners(const ExchangeShape& shape);

/// One packet to each partner in turn, k times over; receives in a loop of their own.
Schedule sync_shuffle_xor_exchange(const ExchangeShape& shape);
Schedule modified_sync_shuffle_exchange(const ExchangeShape& shape);

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

// All-to-all broadcast on one switch: every rank has one block, which all others need. Jacunski, Sadayappan
// and Panda (1999), section 3.1, with the corrections of docs/schedules.md.

/// Step i = 1..p-1: send the block that came last (at first the own one) to me + 1, receive one from me - 1.
Schedule logical_ring_broadcast(const ExchangeShape& shape);

/// The own block to me + 1, me + 2, ..; receives from me - 1, me - 2, .. as messages come.
Schedule simultaneous_broadcast(const ExchangeShape& shape);

/// Step i = 0..ceil(log2 p)-1: send all blocks held, or what is still missing there, to me + 2^i as one
/// message; receive as many from me - 2^i.
Schedule combining_broadcast(const ExchangeShape& shape);

/// Steps of the combining broadcast: ceil(log2 p).
unsigned combining_steps(unsigned ranks);

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

// All-to-all broadcast on several switches whose links carry at most one message a step and direction.
// Jacunski, Sadayappan and Panda (1999), sections 4.3 and 5.2, with the corrections of docs/schedules.md.
// A step: every rank sends at most one block and receives at most one.

/// LS2: two switches. While the ranks of a switch broadcast their blocks among themselves, they take turns to
/// send to the other switch; what came from there is broadcast next. The shape has two switches.
Schedule two_switch_link_scheduling(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Steps of LS2.
unsigned two_switch_steps(const ExchangeShape& shape);

/// LS: any number of switches in a logical ring. Blocks that came from the switch before go on to the next.
Schedule link_scheduling(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Steps of LS.
unsigned link_scheduling_steps(const ExchangeShape& shape);

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

}  // namespace xb
