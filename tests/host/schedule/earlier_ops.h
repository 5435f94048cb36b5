// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// What is finished for certain when an operation of a program without cycles starts: all that it requires,
/// directly or not. Memory: the square of the operations, in bits.
class EarlierOps {
 public:
  explicit EarlierOps(const RankProgram& program);

  /// Whether `first` has finished whenever `op` starts.
  [[nodiscard]] bool finished(OpId first, OpId op) const {
    return (bits_[op * words_ + first / 64] >> (first % 64) & 1U) != 0;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;  // by operation: a bit for each one before it
};

}  // namespace xb
