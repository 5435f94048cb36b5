// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "waves/compare/diff_side.h"
#include "waves/compare/pair_ledger.h"
#include "waves/compare/signal_map.h"

namespace xb {

/// Hears of two traces while they are compared, cycle by cycle in the order of their numbers.
class DiffSink {
 public:
  DiffSink() = default;
  virtual ~DiffSink() = default;
  DiffSink(const DiffSink&) = delete;
  DiffSink& operator=(const DiffSink&) = delete;

  /// Before the first cycle. All of these outlive the comparison.
  virtual void begin(const DiffSide& want, const DiffSide& got, const std::vector<SignalPair>& pairs) = 0;
  /// A cycle that both have.
  virtual void both(const PairLedger& ledger) = 0;
  /// One that only this side has.
  virtual void alone(const DiffSide& side) = 0;
};

}  // namespace xb
