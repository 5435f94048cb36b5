// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "testbenches/experiment/point.h"
#include "testbenches/experiment/search.h"
#include "testbenches/study/study.h"
#include "testbenches/study/study_run.h"

namespace xb {

/// The searches of a study. What they have found follows from the results in its folder alone, so that a
/// study that is run again goes on where it was, with any number of jobs.
class StudySearches {
 public:
  StudySearches(SearchGoal goal, std::vector<SearchPlan> plans)
      : goal_(std::move(goal)), plans_(std::move(plans)) {}

  /// Reads what is there. The study's points become those that were asked for, search by search, those that
  /// are missing at the end of each. With `retry_failed` a failed point counts as missing.
  void look(Study& study, bool retry_failed = false);

  [[nodiscard]] const SearchGoal& goal() const { return goal_; }
  [[nodiscard]] const std::vector<SearchPlan>& plans() const { return plans_; }
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }
  /// Whether a point is missing.
  [[nodiscard]] bool wants() const;

  /// A point that was asked for has a result or failure: adds those that its searches now ask for, which were
  /// in no search before, behind the others. Returns what the points will cost, roughly, that searches have
  /// yet to ask for.
  double grow(Study& study, const std::string& hash);
  /// That, for StudyOptions.
  [[nodiscard]] auto growth() {
    return [this](Study& study, const std::string& hash) { return grow(study, hash); };
  }

 private:
  PointState state_of(Study& study, const RunConfig& config, bool retry_failed);
  void ask(Study& study, std::size_t search);

  SearchGoal goal_;
  std::vector<SearchPlan> plans_;
  std::vector<Finding> findings_;
  std::map<std::string, Measured> known_;                      // by hash
  std::map<std::string, std::vector<std::size_t>> asked_for_;  // by hash, the searches, from 0
};

/// What they have found, each with the longest run there, whose result is in the study's folder.
std::vector<Point> found_points(const StudySearches& searches, Study& study);

/// searches.jsonl: a line per search.
std::string searches_text(const StudySearches& searches, Study& study);

/// Runs what the searches want, in rounds: index.jsonl and searches.jsonl say how far they are.
StudyOutcome run_searches(StudySearches& searches, Study& study, bool retry_failed, const StudyRunner& run);

}  // namespace xb
