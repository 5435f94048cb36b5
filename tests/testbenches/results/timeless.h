// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "host/run/run_result.h"
#include "testbenches/recording/run_point.h"

namespace xb {

/// Without what is not the same each time, nor in a network on every engine.
inline nlohmann::ordered_json timeless(const RunConfig& config, RunResult result) {
  result.cpu_seconds = 0;
  if (result.network) {
    for (SwitchResult& one : result.network->switches) one.engine.clear();
  }
  return result_to_json(config, result);
}

/// The same of a run.
inline std::string record_of(const Setup& setup) { return timeless(setup.config, run_point(setup)).dump(); }
/// The same on an engine.
inline std::string record_on(RunConfig config, const std::string& engine) {
  config.engine = *find_choice<Engine>(engine);
  return timeless(config, run_point(config)).dump();
}

}  // namespace xb
