// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "host/containers/ring.h"

namespace xb {

/// Beats on their way over a cable, or credits on their way back: what one end has sent and the other has not
/// used yet. Kept as runs of one a period, each open until its end is known, so that a packet that flows
/// costs as much as a beat.
class TokenStream {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// `period_cycles`: between the tokens of a run.
  explicit TokenStream(std::uint32_t period_cycles) : period_(period_cycles) {}

  /// A token arrives in cycle `at`, not before those sent earlier, and another one a period after each until
  /// close(). What takes them does so before the cycle in which it would take one that is not sent yet.
  /// Returns whether nothing was under way before.
  bool open(std::uint64_t at) { return add(at, kNever); }
  /// A single token, likewise.
  bool add(std::uint64_t at) { return add(at, at + period_); }
  /// The open run has a token in the cycle a period before `end`, and none from there on.
  void close(std::uint64_t end) {
    Run& last = runs_.back();
    last.end = end;
    if (last.at == end) runs_.pop();  // all of it has been taken, so there is no other
  }

  /// The cycle in which the next token is here; kNever if none is under way.
  [[nodiscard]] std::uint64_t next() const {
    const std::uint64_t at = runs_.front().at;  // read in any case: a choice, not a branch
    return runs_.empty() ? kNever : at;
  }
  [[nodiscard]] bool ready(std::uint64_t now) const { return next() <= now; }
  /// A token is here in cycle `now`: if one is taken in each cycle from then on, the cycle for which there is
  /// none. May be too early, if runs follow each other; kNever: the run is open.
  [[nodiscard]] std::uint64_t dry_at(std::uint64_t now) const {
    const Run& first = runs_.front();
    if (period_ > 1) return now + here(now);
    return first.end == kNever ? kNever : now + (first.end - first.at);
  }
  /// Takes `count` tokens of the first run, which has them.
  void take(std::uint64_t count = 1) {
    Run& first = runs_.front();
    first.at += count * period_;
    if (first.at == first.end) runs_.pop();
  }
  /// Takes all that are here in cycle `now`; returns how many.
  std::uint64_t take_all(std::uint64_t now) {
    std::uint64_t taken = 0;
    while (ready(now)) {
      Run& first = runs_.front();
      if (first.end - period_ > now) {  // not its last one
        const std::uint64_t count = here(now);
        first.at += count * period_;
        return taken + count;
      }
      taken += period_ == 1 ? first.end - first.at : (first.end - first.at) / period_;
      runs_.pop();
    }
    return taken;
  }

 private:
  /// Of the next token, and of the one after the last, if that is known.
  struct Run {
    std::uint64_t at, end;
  };
  bool add(std::uint64_t at, std::uint64_t end) {
    if (!runs_.empty() && runs_.back().end == at) {
      runs_.back().end = end;
      return false;
    }
    Run& run = runs_.extend();
    run.at = at;
    run.end = end;
    return runs_.size() == 1;
  }
  /// Tokens of the first run that are here, if there are any.
  [[nodiscard]] std::uint64_t here(std::uint64_t now) const {
    const Run& first = runs_.front();
    const std::uint64_t last = now < first.end ? now : first.end - 1;
    return period_ == 1 ? last - first.at + 1 : (last - first.at) / period_ + 1;
  }

  Ring<Run, 2> runs_;  // most of the time there are no more
  std::uint32_t period_;
};

}  // namespace xb
