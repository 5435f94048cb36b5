// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// A block of data: of a complete exchange from `source` for `destination`, of a broadcast the one of
/// `source`.
struct DataBlock {
  static constexpr std::uint16_t kForAll = 0xffff;  ///< a complete exchange of so many ranks has no plan
  std::uint16_t source;
  std::uint16_t destination = kForAll;

  bool operator==(const DataBlock& other) const {
    return source == other.source && destination == other.destination;
  }
};

/// What a schedule's algorithm means its operations to be, beside the programs, which do not say it: a check
/// holds the two against each other. Of schedules without operations that take turns.
struct SchedulePlan {
  struct Planned {
    std::uint32_t step;             ///< from 0
    std::vector<DataBlock> blocks;  ///< of the message that is sent or received
  };
  std::vector<std::vector<Planned>> ranks;  ///< by rank and operation
};

}  // namespace xb
