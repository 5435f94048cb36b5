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
  explicit TokenStream(std::uint32_t period_cycles) : period_(period_cycles) {}

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

  /// The cycle in which the next token is here; kNever if none is under way.
  [[nodiscard]] std::uint64_t next() const {
    const std::uint64_t at = runs_.front().at;  // read in any case: a choice, not a branch
    return runs_.empty() ? kNever : at;
  }
  [[nodiscard]] bool ready(std::uint64_t now) const { return next() <= now; }
  /// Cycles from `now` on in each of which a token may be taken; may be too few, if runs follow each other.
  [[nodiscard]] std::uint64_t steady(std::uint64_t now) const {
    if (!ready(now)) return 0;
    return period_ == 1 ? runs_.front().count : here(now);
  }
  /// Takes `count` <= steady() tokens.
  void take(std::uint64_t count = 1) {
    Run& first = runs_.front();
    first.at += count * period_;
    first.count -= count;
    if (first.count == 0) runs_.pop();
  }
  /// Takes all that are here in cycle `now`; returns how many.
  std::uint64_t take_all(std::uint64_t now) {
    std::uint64_t taken = 0;
    while (ready(now)) {
      const std::uint64_t count = here(now);
      taken += count;
      take(count);
    }
    return taken;
  }

 private:
  struct Run {
    std::uint64_t at, count;
  };
  /// Tokens of the first run that are here.
  [[nodiscard]] std::uint64_t here(std::uint64_t now) const {
    const Run& first = runs_.front();
    const std::uint64_t arrived = period_ == 1 ? now - first.at + 1 : (now - first.at) / period_ + 1;
    return arrived < first.count ? arrived : first.count;
  }

  Ring<Run, 2> runs_;  // most of the time there are no more
  std::uint32_t period_;
};

}  // namespace xb
