// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbenches/benchmark/trial.h"
#include "testbenches/study/study.h"

namespace xb {

/// The results of trials that have been run, and the trials that somebody has asked for since. A test asks
/// for what it needs, gets what there is, and is asked again when there is more: the same results give the
/// same tables, whoever runs them in which order.
class TrialBook {
 public:
  /// The result, or null: it is wanted from now on. Stays where it is.
  const TrialResult* find(const Trial& trial);
  /// About so many trials like `trial` are to come after those that are wanted now.
  void expect(const Trial& trial, std::size_t more);

  /// In the order in which they were asked for.
  [[nodiscard]] const std::vector<Trial>& wanted() const { return wanted_; }
  /// What those cost that are expected after them.
  [[nodiscard]] double cost_to_come() const { return cost_to_come_; }

  void learn(const Trial& trial, TrialResult result);
  /// Forgets who wants what, for the next round of questions.
  void ask_again();

 private:
  std::map<std::string, TrialResult> results_;
  std::vector<Trial> wanted_;
  std::set<std::string> wanted_keys_;
  double cost_to_come_ = 0;
};

/// The trials that tests ask a book for, as points of a study. Which they are follows from the results in its
/// folder alone, so that a benchmark that is run again goes on where it was, with any number of jobs.
class TrialRounds {
 public:
  using Run = std::function<TrialResult(const Trial&)>;

  /// `ask` asks the book for all that the tests want. The study has no points; all three live as long.
  TrialRounds(Study& study, TrialBook& book, std::function<void()> ask, Run run = run_trial);
  TrialRounds(const TrialRounds&) = delete;
  TrialRounds& operator=(const TrialRounds&) = delete;

  /// Asks again and again, as far as results lead: what they are asked for become points of the study.
  /// Whether a trial is missing that has not failed, or is run again then.
  bool look(bool retry_failed = false);

 private:
  std::string hash_of(const Trial& trial);

  Study& study_;
  TrialBook& book_;
  std::function<void()> ask_;
  std::map<std::string, Trial> trials_;  // by hash
};

}  // namespace xb
