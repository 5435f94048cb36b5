// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "host/point/run_config.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("vectors of fewer bits than their words are clean: a schedule's record is that of the twin",
          "[testbenches]") {
  RunConfig config;
  config.ports = 2;
  config.schedule = "shift";
  const auto record = [&](const char* engine) {
    config.engine = *find_choice<Engine>(engine);
    RunResult result = run_point(config);
    result.cpu_seconds = 0;
    return result_to_json(config, result);
  };
  CHECK(record("rtl") == record("fast"));
}
