// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/run_point.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/process/trace_file.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/run_traced.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// A line of switches, a host on each, on these engines; the hosts send uniform traffic.
Setup hosts_in_line(const std::vector<std::string>& engines) {
  Topology topology{"line"};
  for (unsigned s = 0; s < engines.size(); ++s) {
    topology.switches.push_back({fmt::format("s{}", s), 1, {}});
    if (s > 0) topology.cables.push_back({s - 1, s, {3, 1}});
  }
  RunConfig config = config_of("cycles 20000, depth 16, warmup 100, load 1, packet 1..4");
  config.ports = static_cast<unsigned>(engines.size());
  config.engine = *find_choice<Engine>(engines.front());
  Setup setup = resolve(config);
  const Wiring wiring(topology);
  std::vector<Setup> switches;
  for (unsigned s = 0; s < engines.size(); ++s) {
    config.ports = wiring.ports(s);
    config.engine = *find_choice<Engine>(engines[s]);
    switches.push_back(resolve(config));
  }
  const Routes routes = routes_of(topology, wiring);
  setup.fabric = std::make_shared<ResolvedNetwork>(ResolvedNetwork{topology, wiring, routes, switches});
  return setup;
}

}  // namespace

TEST_CASE("a network has one result, whatever engines its switches are on", "[testbenches]") {
  const Setup fast = hosts_in_line({"fast", "fast", "fast"});
  const RunResult result = run_point(fast);
  REQUIRE(result.network);
  CHECK(result.delivered_packets > 1000);
  CHECK(result.network->packet_hops > result.delivered_packets);
  CHECK(result.network->bottleneck.utilisation > 0.5);
  REQUIRE_FALSE(result.network->blocking.empty());
  const ScratchFolder folder;
  const auto wave = folder.path() / "s2.fst";
  // One with SystemC, so that it runs in a child process; and the last switch is traced there.
  const Setup mixed = hosts_in_line({"lockstep", "systemc", "rtl"});
  const RunResult other = run_traced(mixed, wave, {10, 100}, 2);
  CHECK(other.network.value().switches[1].engine == "systemc");
  CHECK(timeless(mixed.config, other) == timeless(fast.config, result));
  CHECK(is_whole_fst(wave));
}
