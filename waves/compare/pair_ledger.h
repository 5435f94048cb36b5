// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "waves/compare/diff_result.h"
#include "waves/compare/diff_side.h"
#include "waves/compare/signal_map.h"
#include "waves/read/value_store.h"

namespace xb {

/// A cycle that both traces have: what changed on the way to it.
struct DiffStep {
  std::uint64_t cycle = 0;
  std::vector<std::uint64_t> want, got;  ///< changes
  bool equal = false;  ///< as in all steps before: GOT's changes and values are WANT's; `got` is empty
};

/// Whether the values of a pair differ. A bit that is x in WANT may be anything; x in GOT differs from 0, 1
/// and z. Real numbers are equal to 15 digits, which is what a VCD keeps.
class PairCheck {
 public:
  PairCheck(const std::vector<ValueSlot>& want, const std::vector<ValueSlot>& got) : want_(want), got_(got) {}

  [[nodiscard]] bool differs(const SignalPair& pair, const ValueStore& want, const ValueStore& got) const {
    if (!pair.whole || want_[pair.want_slot].kind != ValueKind::Bits)
      return differs_otherwise(pair, want, got);
    const std::size_t words = change::plane_words(pair.width);
    const std::uint64_t* const value = want.value(pair.want_slot);
    const std::uint64_t* const other = got.value(pair.got_slot);
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < words; ++i)
      difference |=
          ((value[i] ^ other[i]) | (value[words + i] ^ other[words + i])) & (value[i] | value[words + i]);
    return difference != 0;
  }

 private:
  [[nodiscard]] bool differs_otherwise(const SignalPair& pair, const ValueStore& want,
                                       const ValueStore& got) const;

  const std::vector<ValueSlot>& want_;
  const std::vector<ValueSlot>& got_;
};

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
  /// Whether each slot is compared with the one of its own number only, and changes say the same in both.
  [[nodiscard]] bool is_one_to_one() const;
  /// Pairs that began to differ in this step, and how many differ in it; only those that count.
  [[nodiscard]] const std::vector<std::size_t>& began() const { return began_; }
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] bool differs(std::size_t pair) const { return states_[pair].differs; }
  /// What became of a pair up to the last step; nothing if it never differed.
  [[nodiscard]] std::optional<SignalDifference> difference_of(std::size_t index) const;

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
