// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"
#include "testbenches/report/measure_figures.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("every theory is drawn in some figure, but for those of a queue's length and of classes",
          "[testbenches]") {
  std::vector<std::string> drawn = drawn_theories();
  for (const char* name : {"dynamic-threshold", "strict-wait-high", "strict-wait-low"})
    drawn.emplace_back(name);
  for (const Theory& theory : theories()) {
    CAPTURE(theory.name);
    CHECK(std::count(drawn.begin(), drawn.end(), theory.name) == 1);
  }
  CHECK(drawn.size() == theories().size());
}

TEST_CASE("throughput is the load until saturation, a wait is in cycles", "[testbenches]") {
  RunConfig config;
  config.ports = 8;
  for (const auto& [load, throughput] :
       {std::pair{0.3, 0.3}, {0.618390, 0.618390}, {0.9, 0.618390}, {1.0, 0.618390}}) {
    config.traffic->load = load;
    const auto values = theory_values(TheoryMeasure::Throughput, config);
    REQUIRE(values.size() == 1);
    CHECK(values[0].name == "input-saturation");
    CHECK(values[0].value == throughput);
  }
  config.switch_name = "output";
  config.traffic->load = 0.5;
  config.packet_min = config.packet_max = 8;
  const auto waits = theory_values(TheoryMeasure::QueueingCycles, config);
  REQUIRE(waits.size() == 1);
  CHECK(waits[0].value == Approx(7.0 / 8 * 0.5 / (2 * 0.5) * 8));
  CHECK(theory_values(TheoryMeasure::Throughput, config).empty());
  CHECK(theory_values(TheoryMeasure::Loss, config).empty());
}
