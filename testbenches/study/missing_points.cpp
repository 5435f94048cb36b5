// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/missing_points.h"

#include <set>
#include <string_view>

namespace xb {

MissingPoints missing_points(const Study& study, bool retry_failed) {
  MissingPoints missing;
  std::set<std::string_view> seen;
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const std::string& hash = study.points[n].hash;
    if (!seen.insert(hash).second) continue;
    if (study.folder.has_result(hash)) {
      if (study.folder.has_failure(hash)) study.folder.remove_failure(hash);
      continue;
    }
    missing.damaged += study.folder.remove_result(hash) ? 1 : 0;
    if (retry_failed || !study.folder.has_failure(hash)) missing.points.push_back(n);
  }
  return missing;
}

StudyCounts counts_of(const Study& study, const std::deque<std::size_t>& missing) {
  double cost = 0;
  for (const std::size_t n : missing) cost += cost_of(study.points[n].config());
  return {study.points.size(), study.points.size() - missing.size(), cost, steady_seconds()};
}

}  // namespace xb
