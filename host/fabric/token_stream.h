// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "host/containers/ring.h"

namespace xb {

/// Beats on their way over a cable, or credits on their way back: what one end has sent and the other has not
/// used yet. Kept as runs of one a period, so that a packet that flows costs as much as a beat.
class TokenStream {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// `period_cycles`: between the beats of a run.
  explicit TokenStream(std::uint64_t period_cycles) : period_(period_cycles) {}

  /// `count` tokens, the first of which arrives in cycle `at`, each a period after the one before. Times
  /// never decrease. Returns whether a run begins with them.
  bool add(std::uint64_t at, std::uint64_t count = 1) {
    if (!runs_.empty()) {
      Run& last = runs_.back();
      if (last.at + last.count * period_ == at) {
        last.count += count;
        return false;
      }
    }
    runs_.push({at, count});
    return true;
  }

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  /// The cycle in which the next token is here; kNever if none is under way.
  [[nodiscard]] std::uint64_t next() const { return runs_.empty() ? kNever : runs_.front().at; }
  [[nodiscard]] bool ready(std::uint64_t now) const { return next() <= now; }
  /// Cycles from `now` on in each of which a token may be taken; may be too few, if runs follow each other.
  [[nodiscard]] std::uint64_t steady(std::uint64_t now) const {
    if (!ready(now)) return 0;
    const Run& run = runs_.front();
    if (period_ == 1) return run.count;
    const std::uint64_t here = (now - run.at) / period_ + 1;
    return here < run.count ? here : run.count;
  }
  /// Takes `count` <= steady() tokens.
  void take(std::uint64_t count = 1) {
    Run& run = runs_.front();
    run.at += count * period_;
    run.count -= count;
    if (run.count == 0) runs_.pop();
  }
  /// Takes all that are here in cycle `now`; returns how many.
  std::uint64_t take_all(std::uint64_t now) {
    std::uint64_t taken = 0;
    while (ready(now)) {
      const Run& run = runs_.front();
      const std::uint64_t here = (now - run.at) / period_ + 1;
      const std::uint64_t count = here < run.count ? here : run.count;
      taken += count;
      take(count);
    }
    return taken;
  }
  /// Tokens that have been sent and not taken.
  [[nodiscard]] std::uint64_t under_way() const {
    std::uint64_t count = 0;
    for (std::uint32_t n = 0; n < runs_.size(); ++n) count += runs_[n].count;
    return count;
  }

 private:
  struct Run {
    std::uint64_t at, count;
  };
  std::uint64_t period_;
  Ring<Run> runs_;
};

}  // namespace xb
