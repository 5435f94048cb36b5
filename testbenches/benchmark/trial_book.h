// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
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

}  // namespace xb
