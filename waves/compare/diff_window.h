// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "waves/compare/diff_result.h"
#include "waves/compare/pair_ledger.h"
#include "waves/compare/signal_map.h"

namespace xb {

/// Keeps the last cycles, so that those before a difference can be shown, and takes down those after it.
class WindowRecorder {
 public:
  static constexpr std::size_t kBefore = 5, kAfter = 3;

  WindowRecorder(const TraceHeader& want, const TraceHeader& got, const std::vector<SignalPair>& pairs);

  /// A cycle without a difference so far. Takes the step's changes, which get others' memory.
  void before(DiffStep& step);
  /// The cycle of the first difference, in `differing` of the pairs; `about`: what it is about, and its
  /// values.
  void first(DiffStep& step, const std::vector<std::size_t>& differing, std::size_t about,
             const FirstDifference& values);
  /// A cycle after it.
  void after(std::uint64_t cycle, const ValueStore& want, const ValueStore& got);
  [[nodiscard]] const DiffWindow& window() const { return window_; }

 private:
  /// The old values become those of that step.
  void grow_older(const DiffStep& step);
  void choose(const std::vector<std::size_t>& differing, std::size_t about, const FirstDifference& values);
  void take_down(std::uint64_t cycle, const ValueStore& want, const ValueStore& got);

  const TraceHeader& want_;
  const TraceHeader& got_;
  const std::vector<SignalPair>& pairs_;
  PairCheck check_;
  ValueStore old_want_, old_got_;  // before steps_
  bool old_are_equal_ = false;     // then only WANT's are kept
  std::deque<DiffStep> steps_;
  std::vector<std::size_t> shown_;
  std::size_t left_ = kAfter;
  DiffWindow window_;
};

}  // namespace xb
