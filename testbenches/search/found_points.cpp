// SPDX-License-Identifier: Apache-2.0
#include "testbenches/search/found_points.h"

#include <algorithm>
#include <cmath>

namespace xb {

std::vector<Point> found_points(const Searched& searched, const ResultOf& result_of) {
  std::vector<Point> points;
  for (std::size_t n = 0; n < searched.findings.size(); ++n) {
    const Finding& finding = searched.findings[n];
    if (!finding.found) continue;
    const SearchPlan& plan = searched.plans[n];
    const auto is_found = [&](const Evaluation& e) { return e.candidate == *finding.found; };
    const auto last =
        std::find_if(finding.evaluations.rbegin(), finding.evaluations.rend(), is_found);  // the longest run
    FoundValue found{searched_value(searched.goal, last->config), 0, plan.stands_for()};
    if (finding.beyond && *finding.beyond > *finding.found + 1) {
      found.uncertain =
          std::abs(searched_value(searched.goal, plan.candidates[*finding.beyond - 1]) - found.value);
    } else if (!finding.beyond && *finding.found + 1 < plan.candidates.size()) {
      found.uncertain = std::abs(searched_value(searched.goal, plan.candidates.back()) - found.value);
    }
    points.push_back({last->config, result_of(last->config), n + 1, found});
  }
  return points;
}

}  // namespace xb
