// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "testbenches/experiment/point.h"
#include "testbenches/search/search.h"

namespace xb {

/// Searches and what they found, as far as they are.
struct Searched {
  const SearchGoal& goal;
  const std::vector<SearchPlan>& plans;
  const std::vector<Finding>& findings;  ///< of each plan
};

/// Those that have found a value, each with the longest run there.
using ResultOf = std::function<RunResult(const RunConfig& config)>;
std::vector<Point> found_points(const Searched& searched, const ResultOf& result_of);

}  // namespace xb
