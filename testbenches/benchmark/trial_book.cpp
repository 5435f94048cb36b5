// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_book.h"

#include <utility>

#include "host/config/config_keys.h"
#include "host/config/setup.h"

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

using Json = nlohmann::ordered_json;

TrialRounds::TrialRounds(Study& study, TrialBook& book, std::function<void()> ask, Run run)
    : study_(study), book_(book), ask_(std::move(ask)) {
  study_.noun = "trial";
  study_.trial = [this, run = std::move(run)](const std::string& hash) {
    const Trial& trial = trials_.at(hash);
    return Json{{"trial", to_json(trial)}, {"result", to_json(run(trial))}};
  };
}

std::string TrialRounds::hash_of(const Trial& trial) {
  const RunConfig config = resolve(trial.config).config;
  std::string hash = study_.identifier.identify(config, to_json(trial)).hash;
  if (trials_.emplace(hash, trial).second) study_.points.add(config, hash, 0, trial_cost(trial));
  return hash;
}

bool TrialRounds::look(bool retry_failed) {
  for (;;) {
    book_.ask_again();
    ask_();
    study_.to_come = book_.cost_to_come();
    bool is_missing = false, has_failed = false;
    for (const Trial& trial : book_.wanted()) {
      const std::string hash = hash_of(trial);
      if (const auto record = study_.folder.record(hash))
        book_.learn(trial, trial_result_from_json(Json::parse(*record).at("result")));
      else
        (!retry_failed && study_.folder.has_failure(hash) ? has_failed : is_missing) = true;
    }
    if (is_missing || has_failed || book_.wanted().empty()) return is_missing;
  }
}

}  // namespace xb
