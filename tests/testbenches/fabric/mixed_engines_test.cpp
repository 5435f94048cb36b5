// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "host/config/config_keys.h"
#include "host/config/resolved_network.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

using Random = std::mt19937_64;

std::string one_of(Random& random, const std::vector<std::string>& from) {
  return from[random() % from.size()];
}

/// The network of `keys` on the fast engine, with the ends of ranges as often as what is between.
Setup drawn_network(const Keys& keys, Random& random) {
  Setup setup = resolve(configured(keys));
  auto map = std::make_shared<ResolvedNetwork>(*setup.fabric);
  for (auto& cable : map->topology.cables) {
    cable.speed.latency_cycles = std::vector<std::uint64_t>{0, 0, 1, 3, 3000}[random() % 5];
    cable.speed.period_cycles = random() % 4 == 0 ? 10 : 1;
  }
  setup.fabric = map;
  return setup;
}

Setup with_engines(const Setup& setup, const std::vector<std::string>& engines) {
  Setup other = setup;
  auto map = std::make_shared<ResolvedNetwork>(*setup.fabric);
  for (std::size_t s = 0; s < engines.size(); ++s)
    map->switches[s].config.engine = *find_choice<Engine>(engines[s]);
  other.fabric = map;
  return other;
}

std::vector<std::string> draw_engines(const Setup& setup, const std::vector<std::string>& from,
                                      Random& random) {
  std::vector<std::string> engines;
  for (std::size_t s = 0; s < setup.fabric->switches.size(); ++s) engines.push_back(one_of(random, from));
  return engines;
}

Keys drawn_keys(Random& random) {
  Keys keys{{"depth", one_of(random, {"2", "64"})},
            {"arbiter", one_of(random, {"round-robin", "random"})},
            {"seed", std::to_string(random() % 1000)}};
  if (random() % 2 == 0) {
    keys["traffic"] = one_of(random, {"uniform", "hotspot", "bursty"});
    keys["load"] = one_of(random, {"0.05", "0.6", "1"});
    keys["packet"] = one_of(random, {"1", "1..24"});
    keys["cycles"] = "4000";
    keys["warmup"] = "300";
    return keys;
  }
  keys["schedule"] = one_of(random, {"shift", "combining"});
  keys["packets-per-message"] = "4";
  keys["packet"] = "8";
  if (random() % 3 == 0) {
    keys["global-window"] = one_of(random, {"1", "3"});
  } else if (random() % 2 == 0) {
    keys["reliability"] = "go-back-n";
    keys["flow"] = "drop";
    keys["depth"] = "64";
  }
  return keys;
}

void check_mixed(const std::string& topology, const std::vector<std::string>& engines, unsigned runs) {
  for (unsigned run = 0; run < runs; ++run) {
    Random random(run);
    Keys keys = drawn_keys(random);
    keys["topology"] = topology;
    const Setup fast = drawn_network(keys, random);
    const auto drawn = draw_engines(fast, engines, random);
    INFO(fmt::format("{} run {}", topology, run));
    for (const auto& engine : drawn) UNSCOPED_INFO(engine);
    CHECK(record_of(with_engines(fast, drawn)) == record_of(fast));
  }
}

}  // namespace

TEST_CASE("random networks have one result on SystemC switches and fast ones", "[testbenches]") {
  check_mixed("mesh(3,1,2)", {"fast", "systemc"}, 12);
  check_mixed("two-switches(63,1)", {"fast", "systemc"}, 2);
}

TEST_CASE("hosts on slow cables have one result on SystemC switches and fast ones", "[testbenches]") {
  // Long enough for FIFOs to fill: a host's beat waits on its wires, and is taken between two beats of the
  // cable.
  const Keys keys =
      "schedule shift, packets-per-message 64, packet 60, forwarding store-and-forward, topology mesh(3,1,1)";
  for (const std::uint64_t latency : {0U, 1U, 20U}) {
    Setup setup = resolve(configured(keys));
    auto map = std::make_shared<ResolvedNetwork>(*setup.fabric);
    for (auto& cable : map->topology.cables) cable.speed.latency_cycles = latency;
    map->topology.switches[1].host_cable.period_cycles = 4;
    map->topology.switches[2].host_cable.period_cycles = 10;
    setup.fabric = map;
    INFO(fmt::format("latency {}", latency));
    CHECK(record_of(with_engines(setup, {"systemc", "systemc", "systemc"})) == record_of(setup));
  }
}

TEST_CASE("a cable between switches that wires join, too, brings its beats in time", "[testbenches]") {
  // A ring of two wires and a cable, each the way between two hosts. Long windows, since nothing ends.
  for (const std::string load : {"0.01", "0.1"}) {
    Setup setup = resolve(configured(
        {{"topology", "torus(3,1)"}, {"load", load}, {"packet", "6"}, {"cycles", "20000"}, {"warmup", "0"}}));
    auto map = std::make_shared<ResolvedNetwork>(*setup.fabric);
    map->topology.cables.front().speed.latency_cycles = 40;
    setup.fabric = map;
    const std::string record = record_of(setup);
    CHECK(record == record_of(with_engines(setup, {"systemc", "systemc", "systemc"})));
    CHECK(record.find("\"delivered_packets\":0,") == std::string::npos);
  }
}

TEST_CASE("a full switch shows at its wires that it has room again in the cycle in which it has",
          "[testbenches]") {
  // Its FIFO loses the first beat of a packet; the other beats are skipped. No packet waits at the wires, so
  // that only what is idle with work tells.
  const Setup setup =
      resolve(configured("topology leaf-spine(2,1,2), switch input, depth 16, route-delay 31, packet 4, "
                         "schedule combining, packets-per-message 2"));
  CHECK(record_of(with_engines(setup, {"systemc", "systemc", "systemc"})) == record_of(setup));
}

TEST_CASE("random networks have one result, whatever engines their switches are on", "[long]") {
  check_mixed("mesh(3,1,2)", {"fast", "systemc", "rtl", "lockstep"}, 20);
  check_mixed("hierarchy(3,3)", {"fast", "systemc", "rtl", "lockstep"}, 20);
}

TEST_CASE("128 hosts on 10 switches have one result on every engine", "[soak]") {
  const Setup fast =
      resolve(configured("topology irregular(10,128,1), load 0.2, packet 1..8, cycles 2000, warmup 200"));
  const std::string want = record_of(fast);
  for (const std::string engine : {"systemc", "rtl", "lockstep"}) {
    INFO(engine);
    CHECK(record_of(with_engines(fast, std::vector<std::string>(10, engine))) == want);
  }
}
