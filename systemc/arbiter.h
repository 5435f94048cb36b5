// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/lfsr.h"
#include "systemc/random_pick.h"
#include "systemc/rr_arbiter.h"

namespace xb::twin {

/// Twin of xb_arbiter: round robin, random, or oldest first (equal ages by the round robin).
class Arbiter {
 public:
  Arbiter(unsigned requesters, unsigned instance) : rr_(requesters), lfsr_(instance) {}

  void reset() { rr_.reset(); }
  void load(std::uint32_t seed) { lfsr_.load(seed); }

  /// The requester to grant; `requests` is not empty. `age(i)`: cycles since requester i's packet came.
  template <class Age>
  [[nodiscard]] unsigned pick(Arbitration kind, PortMask requests, Age&& age) const {
    if (kind == Arbitration::RoundRobin || (requests & (requests - 1)) == 0) return rr_.pick(requests);
    if (kind == Arbitration::Random) return random_pick(requests, lfsr_.value());
    std::uint32_t best = 0;
    PortMask oldest = 0;
    for_each_port(requests, [&](unsigned i) {
      const std::uint32_t a = age(i);
      if (a < best) return;
      oldest = a == best ? oldest | bit(i) : bit(i);
      best = a;
    });
    return rr_.pick(oldest);
  }
  /// The grant is taken.
  void advance(Arbitration kind, unsigned granted) {
    if (kind == Arbitration::Random)
      lfsr_.advance();
    else
      rr_.advance(granted);
  }

 private:
  RrArbiter rr_;
  Lfsr lfsr_;
};

}  // namespace xb::twin
