// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/report/point_figures.h"
#include "testbenches/report/sweep.h"

namespace xb {

std::vector<const ResultPoint*> ChosenPoints::all(const Shows& shows) const {
  std::vector<const ResultPoint*> found;
  for (const ResultPoint& point : results_.points) {
    const bool given = std::count(numbers_.begin(), numbers_.end(), point.number) > 0;
    if ((given || (numbers_.empty() && !point.run_again)) && shows(point)) found.push_back(&point);
  }
  return found;
}

std::vector<const ResultPoint*> ChosenPoints::of(std::size_t most, const Shows& shows) const {
  auto found = all(shows);
  if (!numbers_.empty() || found.size() <= most) return found;
  const Sweep sweep = sweep_of(found);
  std::vector<const ResultPoint*> ends;
  bool more = true;
  for (std::size_t back = 1; more; ++back) {
    more = false;
    for (const SweepLine& line : sweep.lines) {
      if (line.places.size() < back || ends.size() == most) continue;
      ends.push_back(line.places[line.places.size() - back].points.front());
      more = true;
    }
  }
  std::sort(ends.begin(), ends.end(), [](const auto* a, const auto* b) { return a->number < b->number; });
  return ends;
}

std::string ChosenPoints::note(std::size_t most, const Shows& shows) const {
  const std::size_t there = all(shows).size(), shown = of(most, shows).size();
  if (there == shown) return "";
  return fmt::format("{} of {} points are shown; --points 3,7 chooses others.", shown, there);
}

std::string ChosenPoints::name_of(const ResultPoint& point) const {
  std::vector<const ResultPoint*> points;
  for (const ResultPoint* other : results_.last_runs()) {
    // Random traffic and schedules are each for themselves.
    if (other->has("completion_seconds") == point.has("completion_seconds")) points.push_back(other);
  }
  const Sweep sweep = sweep_of(points);
  std::vector<std::string> keys = sweep.keys;
  if (!sweep.x_key.empty()) keys.push_back(sweep.x_key);
  const bool seeds = std::any_of(points.begin(), points.end(), [&](const ResultPoint* other) {
    return other->row["seed"] != points.front()->row["seed"];
  });
  if (seeds) keys.emplace_back("seed");
  const std::string words = words_of(point, keys);
  return fmt::format("point {}{}{}", point.number, words.empty() ? "" : ": ", words);
}

}  // namespace xb
