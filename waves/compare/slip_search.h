// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "waves/compare/pair_ledger.h"
#include "waves/compare/signal_map.h"

namespace xb {

/// Looks whether GOT is WANT some cycles later or earlier: follows all candidates, each until its first
/// difference, which in a trace with traffic comes soon.
class SlipSearch {
 public:
  /// `pairs` that must be equal; up to `most` cycles. All must outlive this.
  SlipSearch(const TraceHeader& want, const TraceHeader& got, const std::vector<SignalPair>& pairs,
             unsigned most);
  ~SlipSearch();

  /// The next cycle; its changes, both traces' values at it, and whether these differ.
  void step(const DiffStep& step, const ValueStore& want, const ValueStore& got, bool differs);
  /// The least slip without a difference: cycles that GOT is later (negative: earlier). Only one with which
  /// something changed, four times as many cycles were compared as it has, and in one of these the two
  /// differ without it.
  [[nodiscard]] std::optional<int> found() const;
  [[nodiscard]] bool open() const { return !candidates_.empty(); }

 private:
  struct Candidate;
  [[nodiscard]] bool survives(Candidate& candidate, const ValueStore& want, const ValueStore& got);
  [[nodiscard]] bool equal(std::size_t pair, const Candidate& candidate, const ValueStore& want,
                           const ValueStore& got) const;

  const TraceHeader& want_;
  const TraceHeader& got_;
  const std::vector<SignalPair>& pairs_;
  PairCheck check_;
  unsigned most_;
  std::vector<std::vector<std::uint32_t>> of_want_, of_got_;  // pairs of each slot
  std::vector<std::unique_ptr<Candidate>> candidates_;
  std::deque<DiffStep> steps_;  // the last ones
  std::uint64_t cycles_ = 0;
};

}  // namespace xb
