// SPDX-License-Identifier: Apache-2.0
// Lag behind an output-queued switch: its mean is the difference of the mean waiting times of both switches.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "host/run/simulation.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/switch_key.h"

using namespace xb;

namespace {

RunConfig beside_ideal(const std::string& switch_name, double load) {
  RunConfig config;
  config.switch_name = switch_name;
  config.traffic->load = load;
  config.depth = 4096;
  config.cycles = 100000;
  config.engine = Engine::Fast;
  config.reference = Reference::OutputQueued;
  return config;
}

LagResult lag_of(const RunConfig& config) { return run_point(config).lag.value(); }

/// Of Karol, Hluchyj, Morgan 1987, table and (21): FIFO inputs less output queues, 16 ports.
constexpr double kInputHalfLoad = 1.258;

}  // namespace

TEST_CASE("the mean lag is the difference of the mean waits", "[testbenches]") {
  const LagResult fifo = lag_of(beside_ideal("input", 0.5));
  CHECK(std::abs(fifo.mean - kInputHalfLoad) < 2 * fifo.ci95.value());
  CHECK(fifo.by_rank->mean == Approx(fifo.mean).epsilon(0.02));
  const LagResult crosspoints = lag_of(beside_ideal("crosspoint", 0.9));
  CHECK(std::abs(crosspoints.mean - 0.83) < 2 * crosspoints.ci95.value());
}

TEST_CASE("an input and an output have lags of their own", "[testbenches]") {
  RunConfig config = beside_ideal("input", 0.5);
  config.ports = 4;
  const LagResult lag = lag_of(config);
  REQUIRE(lag.by_input.size() == 4);
  double sum = 0;
  for (const double mean : lag.by_output) sum += mean / 4;
  CHECK(sum == Approx(lag.mean).epsilon(0.05));
}

TEST_CASE("whole words of an output-queued switch have no lag, nor have permutations", "[testbenches]") {
  RunConfig config = beside_ideal("output", 0.9);
  config.packet_min = config.packet_max = 32;
  config.packet_given = true;
  CHECK(std::abs(lag_of(config).mean) < 0.01);
  config = beside_ideal("input", 0.9);
  config.traffic->traffic = "permutation";
  const LagResult alone = lag_of(config);
  CHECK(alone.mean == 0);
  CHECK(alone.max == 0);
  CHECK(alone.by_rank->max == 0);
}

TEST_CASE("speed-up 2 and four iterations are at most two cycles behind by rank", "[testbenches]") {
  RunConfig config = beside_ideal("voq", 0.9);
  config.speedup = 2;
  config.iterations = 4;
  const LagResult lag = lag_of(config);
  CHECK(std::abs(lag.mean) < 0.01);
  CHECK(lag.by_rank->max <= 2);
}

TEST_CASE("by rank, packets that are alone are late by what their turn is later than the soonest",
          "[testbenches]") {
  RunConfig config = beside_ideal(GENERATE(as<std::string>(), "output", "shared"), 0.01);
  config.ports = GENERATE(2U, 3U, 4U);
  config.pipeline = GENERATE(0U, 1U);
  const Setup setup = resolve(config);
  constexpr unsigned kPhases = 12;  // turns of all these come round in it
  const unsigned ways = config.ports * kPhases;
  double late = 0;
  for (unsigned output = 0; output < config.ports; ++output) {
    double sum = 0, soonest = 1000;
    for (unsigned way = 0; way < ways; ++way) {
      const LonePacket packet{config.ports, way / kPhases, output, way % kPhases, 1, false, 0};
      const auto cycles = static_cast<double>(setup.entry->zero_load_cycles(packet));
      sum += cycles;
      soonest = std::min(soonest, cycles);
    }
    late += (sum / ways - soonest) / config.ports;
  }
  CAPTURE(config.switch_name, config.ports, config.pipeline);
  CHECK(lag_of(config).by_rank->mean == Approx(late).margin(0.2));
}

TEST_CASE("every switch, forwarding and flow control is behind the ideal switch", "[testbenches]") {
  RunConfig config =
      beside_ideal(GENERATE(as<std::string>(), "input", "voq", "crosspoint", "shared", "output"), 0.9);
  config.ports = GENERATE(2U, 5U);
  config.depth = 200;
  config.cycles = 5000;
  config.packet_min = 1;
  config.packet_max = 20;
  config.packet_given = true;
  config.forwarding = GENERATE(ForwardingMode::CutThrough, ForwardingMode::StoreAndForward);
  config.flow = GENERATE(FlowControl::BackPressure, FlowControl::Drop);
  CAPTURE(config.switch_name, config.ports, config.store_forward(), config.drop());
  const RunResult r = run_point(config);  // or the rule ideal_switch ends it
  CHECK(r.lag->packets == r.delivered_packets);
  if (!config.drop()) CHECK(r.lag->by_rank.has_value());
}

TEST_CASE("ranks are not compared where the last packet of a flow was lost, and none came after it",
          "[testbenches]") {
  RunConfig config = beside_ideal("input", 0.8);
  config.ports = 4;
  config.depth = 8;
  config.cycles = 40;
  config.warmup = 0;
  config.packet_min = config.packet_max = 4;
  config.packet_given = true;
  config.flow = FlowControl::Drop;
  for (config.seed = 1; config.seed <= 60; ++config.seed) {
    const RunResult r = run_point(config);
    CAPTURE(config.seed);
    REQUIRE((r.lost_packets == 0 || !r.lag->by_rank));
  }
}

TEST_CASE("where packets of classes are lost, those that the ideal switch sends after the run have a lag",
          "[testbenches]") {
  RunConfig config = beside_ideal(GENERATE(as<std::string>(), "input", "voq", "crosspoint"), 1);
  config.ports = 3;
  config.depth = 16;
  config.cycles = 1000;
  config.packet_min = config.packet_max = 3;
  config.packet_given = true;
  config.classes = 2;
  config.flow = FlowControl::Drop;
  config.engine = GENERATE(Engine::Fast, Engine::Systemc);
  CAPTURE(config.switch_name);
  const RunResult r = run_point(config);
  CHECK(r.lost_packets > 0);
  CHECK(r.lag->packets == r.delivered_packets);
  std::uint64_t of_classes = 0;
  for (const ClassResult& of_class : r.classes) of_classes += of_class.lag->packets;
  CHECK(of_classes == r.delivered_packets);
}

TEST_CASE("critical cells first and speed-up 2 - 1/N have no lag, without speed-up packets have",
          "[testbenches]") {
  RunConfig config = beside_ideal("voq", 0.99);
  config.scheduler = Scheduler::Ccf;
  config.cycles = 20000;
  config.speedup = 2;
  config.engine = GENERATE(Engine::Fast, Engine::Systemc);
  const LagResult none = lag_of(config);
  CHECK(none.packets > 100000);
  CHECK(none.p50 == 0);
  CHECK(none.max == 0);
  CHECK(none.mean == 0);
  CHECK(none.by_rank->max == 0);
  config.speedup = 1;
  const LagResult some = lag_of(config);
  CHECK(some.mean > 0.1);
  CHECK(some.by_rank->p99 > 0);
}

TEST_CASE("critical cells first is a twin's, of packets of one beat", "[testbenches]") {
  RunConfig config = beside_ideal("voq", 0.9);
  config.scheduler = Scheduler::Ccf;
  config.packet_max = 2;
  config.packet_given = true;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }),
                 {"scheduler: 'ccf'", "packets of 2 beats", "packets of one beat"}));
  config.engine = Engine::Rtl;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }), {"engine rtl", "engine systemc fast"}));
}

TEST_CASE("lag is the same to the byte on all engines", "[testbenches]") {
  RunConfig config = beside_ideal(
      GENERATE(as<std::string>(), "input", "output", "shared", "voq", "crosspoint", "cicq-lqf"), 0.9);
  config.ports = 3;
  config.depth = 64;
  config.cycles = 3000;
  config.flow = GENERATE(FlowControl::BackPressure, FlowControl::Drop);
  CAPTURE(config.switch_name, config.drop());
  const auto lag_on = [&](Engine engine) {
    config.engine = engine;
    return result_to_json(config, run_point(config))["lag"].dump();
  };
  const std::string fast = lag_on(Engine::Fast);
  CHECK(fast.find("by_input") != std::string::npos);
  CHECK(lag_on(Engine::Systemc) == fast);
  if (in_sample(config.switch_name))
    CHECK(lag_on(Engine::Rtl) == fast);  // of others: lock-step with the twin
}

TEST_CASE("a switch that is ahead of the ideal one is found", "[testbenches]") {
  Setup setup = resolve(beside_ideal("input", 0.5));
  SwitchEntry later = *setup.entry;
  later.zero_load_cycles = [](const LonePacket& /*packet*/) { return 20; };
  setup.entry = &later;
  const auto model = make_model(setup);
  CHECK(mentions(message_of<RunError>([&] { simulate(setup, *model); }), {"ideal_switch", "cycles later"}));
}
