// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_book.h"

#include <utility>

#include "host/config/config_keys.h"

namespace xb {
namespace {

std::string key_of(const Trial& trial) { return to_json(trial.config).dump() + to_json(trial).dump(); }

}  // namespace

const TrialResult* TrialBook::find(const Trial& trial) {
  const std::string key = key_of(trial);
  const auto known = results_.find(key);
  if (known != results_.end()) return &known->second;
  if (wanted_keys_.insert(key).second) wanted_.push_back(trial);
  return nullptr;
}

void TrialBook::expect(const Trial& trial, std::size_t more) {
  cost_to_come_ += trial_cost(trial) * static_cast<double>(more);
}

void TrialBook::learn(const Trial& trial, TrialResult result) {
  results_.emplace(key_of(trial), std::move(result));
}

void TrialBook::ask_again() {
  wanted_.clear();
  wanted_keys_.clear();
  cost_to_come_ = 0;
}

}  // namespace xb
