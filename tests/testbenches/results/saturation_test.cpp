// SPDX-License-Identifier: Apache-2.0
// Saturation throughput against the exact Markov chain, on every engine.
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/theory/formulas.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

RunConfig saturated(unsigned ports, const std::string& engine) {
  RunConfig config = config_of("load 1, warmup 5000");
  config.ports = ports;
  config.engine = *find_choice<Engine>(engine);
  config.cycles = ports == 2 ? 400000 : 200000;
  return config;
}

void check_saturation(unsigned ports, const std::string& engine) {
  CAPTURE(engine, ports);
  const RunResult result = run_point(saturated(ports, engine));
  CHECK(std::abs(result.throughput.mean - *hol_saturation(ports)) < 0.003);
  CHECK(result.throughput.ci95.value() < 0.003);
}

}  // namespace

TEST_CASE("saturated FIFO inputs reach the throughput that head-of-line blocking leaves",
          "[testbenches][long]") {
  const unsigned ports = GENERATE(2U, 4U, 8U, 16U, 32U);
  check_saturation(ports, "rtl");
}

TEST_CASE("saturated FIFO inputs reach it on the twin as well", "[testbenches][long]") {
  check_saturation(16, "systemc");
  check_saturation(4, "lockstep");
}

TEST_CASE("saturated FIFO inputs reach it on every engine, with any number of ports", "[testbenches][soak]") {
  const auto engine = GENERATE(as<std::string>{}, "systemc", "lockstep");
  const unsigned ports = GENERATE(2U, 4U, 8U, 16U, 32U);
  check_saturation(ports, engine);
}

TEST_CASE("a permutation flows at full rate with 1-beat packets", "[testbenches][long]") {
  const auto engine = GENERATE(as<std::string>{}, "rtl", "systemc", "lockstep");
  const unsigned ports = GENERATE(2U, 5U, 16U);
  CAPTURE(engine, ports);
  RunConfig config = saturated(ports, engine);
  config.traffic->traffic = "permutation";
  config.cycles = 20000;
  const RunResult result = run_point(config);
  CHECK(result.throughput.mean == 1.0);
  CHECK(result.hol.mean == 0.0);
  CHECK(result.idle_with_work.mean == 0.0);
}

TEST_CASE("the mean wait at half load is that of a round robin", "[testbenches][long]") {
  RunConfig config = config_of("load 0.5, cycles 2000000, depth 4096");
  const RunResult result = run_point(config);
  CAPTURE(result.queueing.ci95.value());
  CHECK(result.queueing.ci95.value() < 0.02 * 1.727);
  CHECK(result.queueing.mean == Approx(1.727).epsilon(0.02));
}
