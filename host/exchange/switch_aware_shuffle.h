// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"

namespace xb {

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
