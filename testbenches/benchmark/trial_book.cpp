// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_book.h"

#include <utility>

namespace xb {

const TrialResult* TrialBook::find(const Trial& trial) {
  const std::string key = trial_key(trial);
  const auto known = results_.find(key);
  if (known != results_.end()) return &known->second;
  if (wanted_keys_.emplace(key, wanted_.size()).second) {
    wanted_.push_back(trial);
    cost_left_ += trial_cost(trial);
  }
  return nullptr;
}

void TrialBook::expect(const Trial& trial, std::size_t more) {
  cost_left_ += trial_cost(trial) * static_cast<double>(more);
}

void TrialBook::learn(const Trial& trial, TrialResult result) {
  results_.emplace(trial_key(trial), std::move(result));
}

void TrialBook::ask_again() {
  wanted_.clear();
  wanted_keys_.clear();
  cost_left_ = 0;
}

}  // namespace xb
