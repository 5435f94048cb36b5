// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "host/schedule/goal_reader.h"

namespace xb {

/// Reads and checks a GOAL file of at most `max_ranks` ranks. Throws InputError if it cannot be read, is
/// wrong, or has more ranks.
std::shared_ptr<const GoalProgram> load_goal(const std::string& path, unsigned max_ranks = kMaxGoalRanks);

/// GOAL files that points have in common, each read once.
class GoalFiles {
 public:
  /// As load_goal().
  std::shared_ptr<const GoalProgram> load(const std::string& path, unsigned max_ranks);

 private:
  std::map<std::string, std::shared_ptr<const GoalProgram>> programs_;
};

}  // namespace xb
