// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "systemc/lfsr.h"
#include "systemc/random_pick.h"
#include "systemc/rr_arbiter.h"

namespace xb::twin {

/// Twin of xb_arbiter: round robin, random, oldest first (equal ages by the round robin), or weighted round
/// robin.
class Arbiter {
 public:
  Arbiter(unsigned requesters, unsigned instance) : rr_(requesters), lfsr_(instance) {}

  void reset() {
    rr_.reset();
    left_ = 0;
  }
  void load(std::uint32_t seed) { lfsr_.load(seed); }
  /// Takes over what it reads of the settings; to be called when they change.
  void set(const Settings& settings) {
    weights_ = settings.input_weights;
    if (settings.arbiter != Arbitration::Weighted) left_ = 0;
  }

  /// The requester to grant; `requests` is not empty. `age(i)`: cycles since requester i's packet came.
  template <class Age>
  [[nodiscard]] unsigned pick(Arbitration kind, PortMask requests, Age&& age) const {
    if (kind == Arbitration::RoundRobin || (requests & (requests - 1)) == 0) return rr_.pick(requests);
    if (kind == Arbitration::Random) return random_pick(requests, lfsr_.value());
    if (kind == Arbitration::Weighted) return goes_on(requests) ? turn_ : rr_.pick(requests);
    std::uint32_t best = 0;
    PortMask oldest = 0;
    for_each_port(requests, [&](unsigned i) {
      const std::uint32_t a = age(i);  // how it compares no processor can guess
      oldest = (oldest & (0 - PortMask{a <= best})) | PortMask{a >= best} << i;
      best = std::max(best, a);
    });
    return rr_.pick(oldest);
  }
  /// The grant is taken.
  void advance(Arbitration kind, unsigned granted) {
    if (kind == Arbitration::Random) return lfsr_.advance();
    rr_.advance(granted);
    if (kind != Arbitration::Weighted) return;
    left_ = left_ != 0 && granted == turn_ ? left_ - 1 : input_weight(weights_, granted) - 1;
    turn_ = granted;
  }

 private:
  RrArbiter rr_;
  Lfsr lfsr_;
  // Weighted: whose turn it is, and how many grants that has left.
  unsigned turn_ = 0, left_ = 0;
  std::uint64_t weights_ = Settings{}.input_weights;

  [[nodiscard]] bool goes_on(PortMask requests) const { return left_ != 0 && (requests & bit(turn_)) != 0; }
};

}  // namespace xb::twin
