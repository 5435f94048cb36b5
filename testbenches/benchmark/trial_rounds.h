// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "testbenches/benchmark/trial_book.h"
#include "testbenches/benchmark/trial_run.h"
#include "testbenches/study/study.h"

namespace xb {

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
