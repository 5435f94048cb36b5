// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "experiments/reference/parameters.h"

namespace slots {

/// Buffer choking (Shan et al., EuroSys 2025, figure 5): at one port `low_queues` hold B/8 cells each, what a
/// dynamic threshold with alpha 1 leaves them, when a burst of a higher class begins, of `rate` cells a slot.
/// The port sends it alone, a cell a slot, so the low queues keep what they have unless they lose it.
struct Choking {
  enum class Rule {
    Dynamic,   ///< the burst's queue q gets a cell if q <= alpha (B - Q)
    HeadDrop,  ///< likewise; once a slot up to `drop` cells go, of queues in turn that have too much
    LowDrop,   ///< ... of the low queues alone
    PushOut,   ///< a cell finds no room: the longest low queue loses one
    Longest,   ///< ... the longest queue loses one, the burst's own included
  };
  Rule rule = Rule::Dynamic;
  unsigned rate = 2, drop = 1;
  unsigned phase = 0;  ///< cells of the burst that come in a slot before they go
  unsigned cells = 2016, low_queues = 7;
  double alpha_high = 8, alpha_low = 1;
  std::uint64_t burst = 1000000;  ///< cells

  /// Reads rule, rate, drop, phase, cells, burst.
  static Choking read(Parameters& parameters);
};

struct Choked {
  double held;         ///< cells of the burst in memory when the first one is refused, or at its end, / B
  std::uint64_t lost;  ///< cells of the burst
};
Choked choke(const Choking& choking);

}  // namespace slots
