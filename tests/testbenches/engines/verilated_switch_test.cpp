// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "host/point/run_config.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

TEST_CASE("vectors of fewer bits than their words are clean: a schedule's record is that of the twin",
          "[testbenches]") {
  RunConfig config;
  config.ports = 2;
  config.schedule = "shift";
  CHECK(record_on(config, "rtl") == record_on(config, "fast"));
}
