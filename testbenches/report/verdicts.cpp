// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/report/findings.h"
#include "testbenches/study/identity.h"

namespace xb {
namespace {

/// What a search found, at its longest run there; nothing: no value.
std::optional<Point> found_point(const StudyResults& results, const ResultPoint& search) {
  const auto columns = found_columns(results.searched_key);
  if (!search.has(columns[0]) || !search.config) return {};
  const double found = search.number_of(columns[0]);
  const double beyond = search.has(columns[1]) ? search.number_of(columns[1]) : found;
  std::optional<Point> point;
  FoundValue value{found, 0, *search.config};
  double last = found;
  for (const ResultPoint* tried : results.last_runs()) {
    if (tried->row["search"] != search.number || !tried->config) continue;
    const double at = tried->number_of(results.searched_key);
    // From the values that are carried to those that are not: loads rise, depths fall.
    const bool is_last = results.searched_key == "load" ? at >= last : at <= last;
    if (is_last) last = at, value.stands_for = *tried->config;
    if ((at - found) * (at - beyond) < 0) value.uncertain = std::max(value.uncertain, std::abs(at - found));
    if (at == found) point = Point{*tried->config, result_in(results.record(*tried)), search.number};
  }
  if (point) point->found = value;
  return point;
}

std::vector<Point> judged_points(const StudyResults& results) {
  std::vector<Point> points;
  for (const ResultPoint& search : results.searches) {
    if (auto point = found_point(results, search)) points.push_back(std::move(*point));
  }
  if (!results.searches.empty()) return points;
  for (const ResultPoint& point : results.points) {
    if (point.config) points.push_back({*point.config, result_in(results.record(point)), point.number});
  }
  return points;
}

/// `throughput in 2 of 10 points`.
std::string off_text(const Expectation& expectation, const VerdictCounts& counts) {
  return fmt::format("{} in {} of {}", expectation.measure, counts.off + counts.not_tight, counts.judged);
}

}  // namespace

std::string verdicts_text(const StudyResults& results) {
  if (!results.has_expectations) return "";
  if (results.missing + results.failed.size() > 0)
    return "What the study's file expects is judged once all points have a result.";
  std::map<std::string, std::size_t> outcomes;
  std::vector<std::string> off, counted;
  try {
    const std::vector<Point> points = judged_points(results);
    for (const Expectation& expectation :
         read_experiment(results.folder.path() / "study.toml").expectations) {
      const Judgement judged = judge_all(expectation, points);
      const Outcome outcome = outcome_of(expectation, judged.counts);
      ++outcomes[outcome_text(outcome)];
      if (is_wrong(outcome)) off.push_back(off_text(expectation, judged.counts));
    }
  } catch (const std::runtime_error& error) {
    return fmt::format("What the study's file expects cannot be judged: {}.", error.what());
  }
  for (const auto& [outcome, count] : outcomes) counted.push_back(fmt::format("{} {}", count, outcome));
  return fmt::format("Expectations: {}{}{}.", fmt::join(counted, ", "), off.empty() ? "" : ": ",
                     fmt::join(off, ", "));
}

}  // namespace xb
