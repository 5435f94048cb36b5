// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/config/config_keys.h"
#include "host/config/flags.h"
#include "testbenches/program/interval_note.h"
#include "testbenches/program/point_tables.h"
#include "testbenches/program/search_tables.h"
#include "testbenches/program/seeds_table.h"
#include "testbenches/study/failure_groups.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/study_record.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRows = 100;  // of a table of points
constexpr std::size_t kMostOff = 20;    // lines of expectations that failed

std::string failures_text(const FailureGroups& groups, const Study& study) {
  std::string text;
  for (const FailureGroup& group : groups.groups()) {
    const std::string& hash = study.points[group.points.front() - 1].hash;
    text += fmt::format("\n  {} x {}", group.points.size(), group.message);
    text += fmt::format("\n      first: point {}, {}; log and command in {}", group.points.front(),
                        group.first, (study.folder.path() / "failed" / hash).string());
  }
  return text;
}

}  // namespace

StudyReport report_study(const Study& study, const Experiment& experiment) {
  StudyReport report;
  FailureGroups failures;
  std::vector<Point> rows;
  const bool tabulated = study.points.size() <= kMostRows;
  const bool of_mean = experiment.has_means();
  std::size_t off = 0;
  const auto judge_points = [&](const std::vector<Point>& points, bool means) {
    for (const auto& expectation : experiment.expectations) {
      if (expectation.of_mean != means) continue;
      const std::string line = failed_expectation(expectation, points);
      if (!line.empty() && ++off <= kMostOff) report.off += line;
    }
  };
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const StudyPoint& point = study.points[n];
    const auto text = study.folder.record(point.hash);
    if (!text) {
      const Json failure = study.folder.failure(point.hash);
      ++(failure.is_null() ? report.left : report.failed);
      if (!failure.is_null()) failures.add(n + 1, failure.value("message", ""));
      continue;
    }
    ++report.done;
    const RunConfig config = point.config();
    if (!tabulated && experiment.expectations.empty() && config.ci == 0) continue;
    const std::vector<Point> result{{config, result_in(Json::parse(*text)), n + 1}};
    report.wide += misses_ci(config, result.front().result) ? 1 : 0;
    judge_points(result, false);
    if (tabulated || of_mean) rows.push_back(result.front());
  }
  judge_points(rows, true);
  if (off > kMostOff) report.off += fmt::format("\n  and {} more", off - kMostOff);
  report.failures = failures_text(failures, study);
  if (rows.empty() || !tabulated) return report;
  report.tables = experiment.seeds > 1 ? tabulate_seeds(rows) : tabulate_points(rows);
  for (const auto& expectation : experiment.expectations)
    report.tables += "\n" + tabulate_verdicts(expectation, rows);
  return report;
}

StudyReport report_searches(const StudySearches& searches, Study& study, const Experiment& experiment) {
  StudyReport report;
  FailureGroups failures;
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const std::string& hash = study.points[n].hash;
    if (study.folder.has_result(hash)) {
      ++report.done;
      continue;
    }
    const Json failure = study.folder.failure(hash);
    ++(failure.is_null() ? report.left : report.failed);
    if (!failure.is_null()) failures.add(n + 1, failure.value("message", ""));
  }
  report.failures = failures_text(failures, study);
  const Searched searched = searches.searched();
  const std::vector<Point> found = found_points(searches, study);
  report.tables = searches_report(experiment, searched, found);
  report.off = failed_searches(experiment, searched, found);
  return report;
}

std::string list_searches(const StudySearches& searches, const Study& study) {
  std::string text;
  std::size_t missing = 0;
  for (std::size_t n = 0; n < searches.plans().size(); ++n) {
    const SearchPlan& plan = searches.plans()[n];
    const Finding& finding = searches.findings()[n];
    RunConfig others = plan.stands_for();
    others.load = searches.goal().key() == "load" ? RunConfig{}.load : others.load;
    others.depth = searches.goal().key() == "depth" ? RunConfig{}.depth : others.depth;
    text += fmt::format("{:>6}  {:7}  {:>3} points done  {}  {}\n", n + 1, state_name(finding.state),
                        finding.evaluations.size(), flags_of(others),
                        finding_text(searches.goal(), plan, finding));
    missing += finding.wanted.size();
  }
  return text + fmt::format("{} searches of {}: {}; {} points known, {} of them to be run next\n",
                            searches.plans().size(), searches.goal().key(),
                            most_points_text(searches.plans()), study.points.size(), missing);
}

std::string list_points(const Study& study, unsigned jobs) {
  std::string text;
  double cost_left = 0, cost_done = 0, seconds = 0;
  std::size_t left = 0;
  std::set<std::string> seen;
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const StudyPoint& point = study.points[n];
    const bool first = seen.insert(point.hash).second;
    const bool done = !study.folder.path().empty() && study.folder.has_result(point.hash);
    const bool failed = !done && !study.folder.path().empty() && study.folder.has_failure(point.hash);
    text += fmt::format("{:>6}  {}  {:7}  {}\n", n + 1, point.hash,
                        done     ? "done"
                        : failed ? "failed"
                                 : "missing",
                        flags_of(point.config()));
    if (!first || failed) continue;
    if (!done) {
      ++left;
      cost_left += cost_of(point.config());
      continue;
    }
    const Json provenance = study.folder.provenance(point.hash);
    if (!provenance.is_object() || !provenance.contains("wall_seconds")) continue;
    seconds += provenance["wall_seconds"].get<double>();
    cost_done += cost_of(point.config());
  }
  text += fmt::format("{} points, {} to be run", study.points.size(), left);
  if (left == 0) return text + "\n";
  if (cost_done == 0) return text + "; time unknown until some have been run\n";
  return text + fmt::format(" in about {} with {} process{}, by the {} that are done\n",
                            about_time(seconds / cost_done * cost_left / jobs), jobs, jobs == 1 ? "" : "es",
                            study.points.size() - left);
}

}  // namespace xb
