// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

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

}  // namespace xb
