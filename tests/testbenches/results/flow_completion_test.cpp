// SPDX-License-Identifier: Apache-2.0
// Flows on links that nobody else uses: a host that sends a packet of each of its flows in turn shares its
// link among them, and the mean slow-down is 1 / (1 - load), whatever the sizes (M/G/1 with processor
// sharing: Kleinrock 1967).
#include <fstream>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

RunConfig flows(const ScratchFolder& folder, const std::string& sizes, double load) {
  const auto path = folder.path() / "sizes.txt";
  std::ofstream(path) << sizes;
  RunConfig config = config_of("ports 8, traffic permutation, warmup 100000, cycles 4000000, engine fast");
  config.traffic->flow_sizes = path.string();
  config.traffic->load = load;
  return config;
}

}  // namespace

TEST_CASE("flows that share their host's link are slower by 1 / (1 - load)", "[testbenches]") {
  const ScratchFolder folder;
  const auto [load, sizes] =
      GENERATE(table<double, std::string>({{0.3, "400 0.9\n16000 1\n"}, {0.6, "800 0.5\n4000 1\n"}}));
  CAPTURE(load, sizes);
  const RunResult r = run_point(flows(folder, sizes, load));
  CHECK(r.offered_load == Approx(load).epsilon(0.03));
  CHECK(r.throughput.mean == Approx(load).epsilon(0.03));
  REQUIRE(r.flows);
  CHECK(r.flows->all.completed > 10000);
  CHECK(r.flows->small.completed == r.flows->all.completed);
  CHECK(r.flows->large.completed == 0);
  CHECK_FALSE(r.flows->large.fct_mean);  // of none there is no mean
  CHECK(r.flows->all.slowdown_mean.value() == Approx(1 / (1 - load)).epsilon(0.05));
}

TEST_CASE("flows that are alone are not slower", "[testbenches]") {
  const ScratchFolder folder;
  RunConfig config = flows(folder, "4000 0.5\n2000000 1\n", 0.01);
  config.packet_min = 8;
  config.packet_max = 190;
  config.packet_given = true;
  config.ports = 2;
  config.cycles = 100000000;
  const RunResult r = run_point(config);
  REQUIRE(r.flows);
  CHECK(r.flows->all.completed > 0);
  CHECK(r.flows->all.slowdown_p50.value() == 1);
}

TEST_CASE("flows that are alone are not slower in a network either", "[testbenches]") {
  const ScratchFolder folder;
  RunConfig config = flows(folder, "4000 0.5\n20000 1\n", GENERATE(0.02, 0.5));
  config.topology = GENERATE(as<std::string>(), "mesh(2,2)", "fat-tree(4)");
  config.packet_min = 8;
  config.packet_max = 100;
  config.packet_given = true;
  config.warmup = 10000;
  config.cycles = 1000000;
  const RunResult r = run_point(config);
  REQUIRE(r.flows);
  CHECK(r.flows->all.completed > 10);
  if (config.traffic->load < 0.1)
    CHECK(r.flows->all.slowdown_p50.value() == 1);
  else
    CHECK(r.flows->all.slowdown_mean.value() > 1.5);
}

TEST_CASE("flows that are alone on slow cables are slower by what outputs wait for a beat time",
          "[testbenches]") {
  const ScratchFolder folder;
  RunConfig config = flows(folder, "4000 0.5\n20000 1\n", 0.005);
  config.topology = "hierarchy(2,2,10)";
  config.forwarding = GENERATE(ForwardingMode::CutThrough, ForwardingMode::StoreAndForward);
  config.packet_min = 8;
  config.packet_max = 100;
  config.packet_given = true;
  config.warmup = 10000;
  config.cycles = 10000000;
  const RunResult r = run_point(config);
  REQUIRE(r.flows);
  CHECK(r.flows->all.completed > 10);
  CHECK(r.flows->all.slowdown_p50.value() == Approx(1).margin(0.003));
}

TEST_CASE("random traffic that comes packet by packet has no flows", "[testbenches]") {
  RunConfig config = config_of("cycles 1000, engine fast");
  CHECK_FALSE(run_point(config).flows);
}
