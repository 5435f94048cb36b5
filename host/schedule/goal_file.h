// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "host/schedule/goal_reader.h"

namespace xb {

/// Reads and checks a GOAL file of at most `max_ranks` ranks. A file that has not changed since the last call
/// is not read again. Throws InputError if it cannot be read, is wrong, or has more ranks.
std::shared_ptr<const GoalProgram> load_goal(const std::string& path, unsigned max_ranks = kMaxGoalRanks);

}  // namespace xb
