// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "waves/compare/diff_result.h"
#include "waves/compare/diff_side.h"
#include "waves/compare/pair_check.h"
#include "waves/compare/signal_map.h"

namespace xb {

/// Which pairs of signals differ, and since when. Only what changed is looked at.
class PairLedger {
 public:
  static constexpr std::size_t kCounted = ~std::size_t{0};

  /// `ignored_by`: kCounted for each pair whose differences count. All must outlive this.
  PairLedger(const DiffSide& want, const DiffSide& got, const std::vector<SignalPair>& pairs,
             const std::vector<std::size_t>& ignored_by);

  /// Compares what changed in both sides since their last forget(); steps are numbered from 0 on.
  void step(std::uint64_t step);
  /// The same where nothing differs, and all of both sides' values are equal.
  void step_of_equals(std::uint64_t step) {
    step_ = step;
    began_.clear();
  }
  /// Whether each slot is compared with the one of its own number only, and records say the same in both.
  [[nodiscard]] bool is_one_to_one() const;
  /// Pairs that began to differ in this step, and how many differ in it; only those that count.
  [[nodiscard]] const std::vector<std::size_t>& began() const { return began_; }
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] bool differs(std::size_t pair) const { return states_[pair].differs; }
  /// What became of a pair up to the last step; nothing if it never differed.
  [[nodiscard]] std::optional<SignalDifference> difference_of(std::size_t pair) const;

 private:
  struct State {
    bool differs = false;
    bool ever = false;
    std::uint64_t since = 0;  // step in which it began to differ
    std::uint64_t steps = 0;  // in which it differed before
    std::uint64_t first_cycle = 0;
  };

  void check(std::uint32_t index);

  const DiffSide& want_;
  const DiffSide& got_;
  const std::vector<SignalPair>& pairs_;
  const std::vector<std::size_t>& ignored_by_;
  PairCheck check_;
  std::vector<State> states_;
  std::vector<std::vector<std::uint32_t>> of_want_, of_got_;  // pairs of each slot
  std::uint64_t step_ = 0;
  std::vector<std::size_t> began_;
  std::size_t differing_ = 0;
};

}  // namespace xb
