// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "testbenches/benchmark/trial.h"

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

  [[nodiscard]] const std::vector<Trial>& wanted() const { return wanted_; }
  /// What the wanted ones and those that are expected after them cost.
  [[nodiscard]] double cost_left() const { return cost_left_; }
  /// Trials that have been run.
  [[nodiscard]] std::size_t known() const { return results_.size(); }

  void learn(const Trial& trial, TrialResult result);
  /// Forgets who wants what, for the next round of questions.
  void ask_again();

 private:
  std::map<std::string, TrialResult> results_;
  std::vector<Trial> wanted_;
  std::map<std::string, std::size_t> wanted_keys_;
  double cost_left_ = 0;
};

}  // namespace xb
