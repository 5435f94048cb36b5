// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "host/run/run_result.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"

namespace xb {

/// Without what is not the same each time, nor in a network on every engine.
inline nlohmann::ordered_json timeless(const RunConfig& config, RunResult result) {
  result.cpu_seconds = 0;
  if (result.network) {
    for (SwitchResult& one : result.network->switches) one.engine.clear();
  }
  return result_to_json(config, result);
}

/// The same as if on one thread of the fast engine, whatever it runs on.
inline std::string record_as_fast(RunConfig config) {
  const RunResult result = run_point(config);
  config.threads = 1;
  config.engine = Engine::Fast;
  return timeless(config, result).dump();
}
/// The same of a run.
inline std::string record_of(const Setup& setup) { return timeless(setup.config, run_point(setup)).dump(); }
/// The same on engines, of which the first counts; that of the others is the same.
inline std::string record_on(RunConfig config, const std::string& engines) {
  std::istringstream words(engines);
  std::string first;
  for (std::string engine; words >> engine;) {
    config.engine = *find_choice<Engine>(engine);
    const std::string record = timeless(config, run_point(config)).dump();
    if (first.empty()) first = record;
    INFO(engine);
    CHECK(record == first);
  }
  return first;
}

}  // namespace xb
