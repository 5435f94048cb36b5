// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// Where the operations of a schedule come from, for messages.
struct SchedulePlaces {
  std::string file;                               ///< empty: built, not read
  std::vector<std::vector<std::uint32_t>> lines;  ///< per rank and operation, from 1

  /// `FILE:LINE`, or the rank and the operation as the GOAL writer calls it.
  [[nodiscard]] std::string of(std::size_t rank, OpId op) const {
    if (lines.empty()) return fmt::format("rank {}, operation l{}", rank, op + 1);
    return fmt::format("{}:{}", file, lines[rank][op]);
  }
};

}  // namespace xb
