// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/base/pattern.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/program/text_report.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/missing_points.h"
#include "testbenches/study/search_tables.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/tracing/trace_flags.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRows = 100;  // of a table of points
constexpr std::size_t kMostOff = 20;    // lines of expectations that failed

/// Failed points whose messages differ in numbers only.
struct FailureGroup {
  std::string message;  ///< normalised
  std::string first;    ///< message of the first of them, one line
  std::size_t number;   ///< of that
  std::size_t points;
};

void add_failure(std::vector<FailureGroup>& groups, std::size_t number, const std::string& message) {
  const std::string key = normalised(message);
  const auto group =
      std::find_if(groups.begin(), groups.end(), [&](const FailureGroup& g) { return g.message == key; });
  if (group != groups.end())
    ++group->points;
  else
    groups.push_back({key, headline(message), number, 1});
}

std::string failures_text(const std::vector<FailureGroup>& groups, const Study& study) {
  std::string text;
  for (const FailureGroup& group : groups) {
    const std::string hash = study.points.hash(group.number - 1);
    text += fmt::format("\n  {} x {}", group.points, group.message);
    text += fmt::format("\n      first: {} {}, {}", study.noun, group.number, group.first);
    if (!study.folder.is_scratch())
      text += "; log and command in " + (study.folder.path() / "failed" / hash).string();
  }
  return text;
}

/// Lines of what is not as expected, not too many.
class OffLines {
 public:
  void add(const std::string& line) {
    if (!line.empty() && ++count_ <= kMostOff) text_ += line;
  }
  [[nodiscard]] std::string text() const {
    return count_ > kMostOff ? text_ + fmt::format("\n  and {} more", count_ - kMostOff) : text_;
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

/// An expectation, and how many points have been judged by it.
struct Judged {
  Judged(const Expectation& expectation) : judging(expectation) {}
  /// A line if it is off and may not be.
  std::string count(const std::string& name, const Verdict& verdict) {
    counts.add(verdict.kind);
    return failed_verdict(judging.expectation(), name, verdict);
  }
  [[nodiscard]] std::string outcome() {
    counts.missing = judging.missing();
    return failed_outcome(judging.expectation(), outcome_of(judging.expectation(), counts));
  }

  Judging judging;
  VerdictCounts counts;
};

void judge(std::vector<Judged>& all, const Point& point, OffLines& off) {
  for (Judged& one : all) {
    if (const auto verdict = one.judging.take(point, point.number))
      off.add(one.count("point " + std::to_string(point.number), *verdict));
  }
}

}  // namespace

std::string normalised(const std::string& message) {
  static const Pattern number("0x[0-9a-fA-F]+|[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?");
  return number.replace(headline(message), "*");
}

StudyReport count_points(const Study& study) {
  StudyReport report;
  std::vector<FailureGroup> failures;
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const std::string hash = study.points.hash(n);
    if (study.folder.has_result(hash)) {
      ++report.done;
      continue;
    }
    const Json failure = study.folder.failure(hash);
    ++(failure.is_null() ? report.left : report.failed);
    if (!failure.is_null()) add_failure(failures, n + 1, failure.value("message", ""));
  }
  report.failures = failures_text(failures, study);
  return report;
}

StudyReport report_study(const Study& study, const Experiment& experiment) {
  StudyReport report = count_points(study);
  std::vector<Point> rows;
  const bool tabulated = study.points.size() <= kMostRows;
  OffLines off;
  std::vector<Judged> all(experiment.expectations.begin(), experiment.expectations.end());
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const StudyPoint point = study.points[n];
    const RunConfig config = point.config();
    if (!tabulated && experiment.expectations.empty() && config.ci == 0) continue;
    const auto text = study.folder.record(point.hash);
    if (!text) continue;
    Point result{config, result_in(Json::parse(*text)), n + 1};
    report.wide += misses_ci(config, result.result) ? 1 : 0;
    judge(all, result, off);
    if (tabulated) rows.push_back(std::move(result));
  }
  for (Judged& one : all) {
    for (const auto& [point, verdict] : one.judging.rest())
      off.add(one.count(point ? "point " + std::to_string(*point) : "mean", verdict));
    if (report.left + report.failed == 0) off.add(one.outcome());
  }
  report.off = off.text();
  if (rows.empty()) return report;
  report.tables = experiment.seeds > 1 ? tabulate_seeds(rows, named_columns(experiment))
                                       : tabulate_points(rows, named_columns(experiment));
  for (const auto& expectation : experiment.expectations)
    report.tables += "\n" + tabulate_verdicts(expectation, rows);
  return report;
}

StudyReport report_searches(const StudySearches& searches, Study& study, const Experiment& experiment) {
  StudyReport report = count_points(study);
  const std::vector<Point> found = found_points(searches, study);
  report.tables = searches_report(experiment, searches, found);
  report.off = failed_searches(experiment, searches, found);
  return report;
}

void check_ended(const Study& study, const StudyOutcome& outcome, const StudyReport& report,
                 const std::string& command) {
  const std::string resume =
      fmt::format("{} of {} {}s are done; to resume, repeat the command: {}", report.done,
                  report.done + report.failed + report.left, study.noun, command);
  if (outcome.damaged > 0)
    fmt::print(stderr, "xbarlab: {} damaged record{} run again\n", outcome.damaged,
               outcome.damaged == 1 ? " was" : "s were");
  if (!outcome.stopped.empty()) throw RunError(outcome.stopped + "\n  " + resume);
  if (!outcome.interrupted) return;
  fmt::print(stderr, "xbarlab: interrupted: {}\n", resume);
  end_as_interrupted();
}

void check_points(const Study& study, const StudyReport& report, const char* off) {
  std::string wrong;
  if (!report.failures.empty())
    wrong =
        fmt::format("{} {}{} failed:{}{}", report.failed, study.noun, report.failed == 1 ? "" : "s",
                    report.failures, study.folder.is_scratch() ? "" : "\n  (--retry-failed runs them again)");
  if (!report.off.empty()) wrong += (wrong.empty() ? "" : "\n") + (off + report.off);
  if (!wrong.empty()) throw RunError(wrong);
}

std::string list_searches(const StudySearches& searches, const Study& study) {
  std::string text;
  std::size_t missing = 0;
  for (std::size_t n = 0; n < searches.plans().size(); ++n) {
    const SearchPlan& plan = searches.plans()[n];
    const Finding& finding = searches.findings()[n];
    RunConfig others = plan.stands_for();
    others.traffic->load = searches.goal().key() == "load" ? TrafficConfig{}.load : others.traffic->load;
    others.depth = searches.goal().key() == "depth" ? RunConfig{}.depth : others.depth;
    if (searches.goal().key() == "headroom") others.headroom.reset();
    text += fmt::format("{:>6}  {:7}  {:>3} points done  {}  {}\n", n + 1, state_name(finding.state),
                        finding.evaluations.size(), flags_of(others),
                        finding_text(searches.goal(), plan, finding));
    missing += finding.wanted.size();
  }
  return text + fmt::format("{} searches of {}: {}; {} points known, {} of them to be run next\n",
                            searches.plans().size(), searches.goal().key(),
                            most_points_text(searches.plans()), study.points.size(), missing);
}

void list_points(const Study& study, unsigned jobs) {
  double cost_left = 0, cost_done = 0, seconds = 0;
  std::size_t left = 0;
  SeenHashes seen(study.points);
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const StudyPoint point = study.points[n];
    const bool first = !seen.again(point.hash);
    const bool done = study.folder.has_result(point.hash);
    const bool failed = !done && study.folder.has_failure(point.hash);
    fmt::print("{:>6}  {}  {:7}  {}\n", n + 1, point.hash,
               done     ? "done"
               : failed ? "failed"
                        : "missing",
               flags_of(point.config()));
    if (!first || failed) continue;
    if (!done) {
      ++left;
      cost_left += point.cost;
      continue;
    }
    const Json provenance = study.folder.provenance(point.hash);
    if (!provenance.is_object() || !provenance.contains("wall_seconds")) continue;
    seconds += provenance["wall_seconds"].get<double>();
    cost_done += point.cost;
  }
  fmt::print("{} points, {} to be run", study.points.size(), left);
  if (left > 0 && cost_done == 0) fmt::print("; time unknown until some have been run");
  if (left > 0 && cost_done > 0)
    fmt::print(" in about {} with {} process{}, by the {} that are done",
               about_time(seconds / cost_done * cost_left / jobs), jobs, jobs == 1 ? "" : "es",
               study.points.size() - left);
  fmt::print("\n");
}

}  // namespace xb
