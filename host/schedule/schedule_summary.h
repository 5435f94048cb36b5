// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/schedule/schedule.h"

namespace xb {

/// A schedule in numbers.
struct ScheduleTotals {
  std::uint64_t sends = 0, receives = 0, computations = 0, dependencies = 0;
  std::uint64_t open_receives = 0;  ///< that leave the source or the tag open
  std::uint64_t bytes = 0;          ///< of all messages
  std::uint64_t longest_bytes = 0;  ///< of one message
};
ScheduleTotals totals_of(const Schedule& schedule);

/// The longest chain of messages of a checked schedule, each of which is sent only after the one before has
/// arrived. A lower bound where receives leave the source or the tag open. Nothing if the ranks wait for each
/// other and the schedule cannot come to its end.
std::optional<std::uint32_t> longest_message_chain(const Schedule& schedule);

}  // namespace xb
