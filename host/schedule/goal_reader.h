// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "host/link/host_range.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_places.h"

namespace xb {

constexpr unsigned kMaxGoalRanks = kMaxHosts;
constexpr std::uint64_t kMaxMessageBytes = 0xffffffffU;           ///< as in LogGOPSim
constexpr std::uint64_t kMaxCalcNanoseconds = 1000000000000000U;  ///< eleven days

/// A schedule and where its operations stand.
struct GoalProgram {
  Schedule schedule;
  SchedulePlaces places;
};

/// Reads GOAL text, the format of LogGOPSim and its Schedgen; grammar and meaning: docs/schedules.md. `file`
/// is for messages. Throws InputError with file and line for what is not GOAL, and for a rank out of range;
/// whether sends and receives fit each other is another question: check_schedule().
GoalProgram read_goal(std::string_view text, const std::string& file);

}  // namespace xb
