// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "host/schedule/goal_reader.h"
#include "host/schedule/schedule.h"

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

/// The schedule as GOAL text. Operations are labelled l1, l2, .. by their position in the rank; the reader
/// gives the same operations and dependencies back, in the same order. Throws InputError if a message or a
/// calculation is longer than GOAL text can say.
std::string write_goal(const Schedule& schedule);

}  // namespace xb
