// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/network/topology_registry.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

RunResult by_itself(const RunConfig& config) {
  const Setup setup = resolve(config);
  return simulate(setup, *make_fast_switch(setup));
}

/// The same switch as a network of one.
RunResult as_network(const RunConfig& config) {
  Setup setup = resolve(config);
  const Topology topology = make_topology("one-switch(" + std::to_string(config.ports) + ")");
  const Wiring wiring(topology);
  setup.fabric = std::make_shared<ResolvedNetwork>(
      ResolvedNetwork{topology, wiring, routes_of(topology, wiring), {resolve(config)}});
  const auto model = make_fast_switch(setup);
  return simulate(setup, Models{model.get()});
}

std::string measures_of(const RunConfig& config, RunResult result) {
  result.cycles = 0;
  result.cpu_seconds = 0;
  result.completion_cycles = {};
  result.completion_seconds = result.bandwidth_per_node = result.predicted_seconds = {};
  result.completion_over_ideal = {};
  result.hosts = {};
  // Pauses count until the last packet is out, and a network looks later whether that is so.
  result.pause = {};
  for (ClassResult& of : result.classes) of.pause = {};
  return result_to_json(config, result).dump();
}

}  // namespace

TEST_CASE("a network of one switch measures what the switch does by itself") {
  for (const std::string name : {"input", "output", "shared", "voq", "crosspoint"}) {
    for (const char* flow : {"back-pressure", "drop"}) {
      RunConfig config =
          config_of("engine fast, ports 6, load .8, depth 64, warmup 1000, cycles 20000, packet 1..9");
      config.switch_name = name;
      config.flow = *find_choice<FlowControl>(flow);
      INFO(name << " " << flow);
      const RunResult alone = by_itself(config);
      const RunResult network = as_network(config);
      REQUIRE(network.network);
      CHECK(measures_of(config, network.network->switches[0].result) == measures_of(config, alone));
      CHECK(network.measured_cycles == alone.measured_cycles);
      CHECK(network.offered_load == alone.offered_load);
      CHECK(network.throughput.mean == Approx(alone.throughput.mean).epsilon(1e-12));
      CHECK(network.delivered_packets == alone.delivered_packets);
      CHECK(network.lost_packets == alone.lost_packets);
      CHECK(network.latency.mean == alone.latency.mean);
      CHECK(network.latency.p999 == alone.latency.p999);
      CHECK(network.queueing.mean == alone.queueing.mean);
    }
  }
}

TEST_CASE("a network of one switch measures of each class what the switch does by itself") {
  for (const std::string name : {"input", "output", "shared", "voq", "crosspoint", "cicq-lqf"}) {
    for (const char* flow : {"back-pressure", "drop", "pfc", "cbfc"}) {
      RunConfig config;
      config.switch_name = name;
      config.engine = Engine::Fast;
      config.flow = *find_choice<FlowControl>(flow);
      config.ports = 4;
      config.classes = 3;
      config.traffic->load = .9;
      config.packet_max = 5;
      config.depth = name == "shared" ? 384 : name == "output" ? 128 : 64;
      config.warmup = 500;
      config.cycles = 3000;
      INFO(name << " " << flow);
      const RunResult alone = by_itself(config);
      const RunResult network = as_network(config);
      CHECK(measures_of(config, network.network->switches[0].result) == measures_of(config, alone));
      for (unsigned c = 0; c < config.classes; ++c) {
        const ClassResult &whole = network.classes.at(c), &own = alone.classes.at(c);
        CHECK(whole.offered_load == own.offered_load);
        CHECK(whole.offered_packets == own.offered_packets);
        CHECK(whole.delivered_packets == own.delivered_packets);
        CHECK(whole.throughput.mean == own.throughput.mean);
        CHECK(whole.loss == own.loss);
        CHECK(whole.latency.mean == own.latency.mean);
        CHECK(whole.latency.p999 == own.latency.p999);
        CHECK(whole.queueing.mean == own.queueing.mean);
        CHECK(whole.held_by_higher == own.held_by_higher);
      }
    }
  }
}

TEST_CASE("a schedule on a network of one switch ends in the cycle in which it does on the switch") {
  for (const std::string schedule : {"shift", "sync-shuffle", "linear", "combining"}) {
    for (const std::string cluster : {"ideal", "tam-326"}) {
      for (const unsigned window : {0, 3}) {
        RunConfig config = config_of("engine fast, ports 7, packets-per-message 5");
        config.schedule = schedule;
        config.cluster = cluster;
        config.global_window = window;
        INFO(schedule << " " << cluster << " window " << window);
        CHECK(as_network(config).completion_cycles == by_itself(config).completion_cycles);
      }
    }
  }
}
