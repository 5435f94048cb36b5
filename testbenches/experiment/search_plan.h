// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/point/run_config.h"
#include "testbenches/experiment/experiment_file.h"

namespace xb {

/// One search: points that differ in the searched key only, those first that reach the goal most easily:
/// loads from the least on, depths and headrooms from the largest. At least two.
struct SearchPlan {
  std::vector<RunConfig> candidates;

  /// What stands for the search where something is expected of it: its last candidate. In a search over loads
  /// up to 1 that has load 1, which is what theories of saturation are about.
  [[nodiscard]] const RunConfig& stands_for() const { return candidates.back(); }
};

/// The searches of an experiment, one for each combination of the other keys' values and each seed, in the
/// order of the file. All candidates are worked out. Throws InputErrors.
std::vector<SearchPlan> search_plans(const Experiment& experiment);

/// The value of the searched key, as a number.
double searched_value(const SearchGoal& goal, const RunConfig& config);

}  // namespace xb
