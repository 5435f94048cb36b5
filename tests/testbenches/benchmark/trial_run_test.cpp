// SPDX-License-Identifier: Apache-2.0
#include "host/config/setup.h"
#include "host/switches/switch_registry.h"
#include "testbenches/benchmark/bench_patterns.h"
#include "testbenches/benchmark/trial.h"
#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"

using namespace xb;

namespace {

/// One host sends a frame now and then to an empty switch.
Trial lone_frames(RunConfig config, unsigned beats) {
  Trial trial;
  trial.config = std::move(config);
  trial.config.packet_min = trial.config.packet_max = beats;
  trial.config.packet_given = true;
  trial.beats = 20000;
  trial.settle = 10000;
  trial.streams.push_back({1, {2}, {1, 50}});
  return trial;
}

}  // namespace

TEST_CASE("lone frames have the latency that the switch's settings say", "[testbenches]") {
  for (const char* name : {"input", "output", "shared", "voq", "crosspoint"}) {
    for (const bool store : {false, true}) {
      for (const unsigned beats : {1U, 8U, 33U}) {
        CAPTURE(name, store, beats);
        RunConfig config = bench_config(name, 4, 1024);
        if (store) config.forwarding = ForwardingMode::StoreAndForward;
        const Trial trial = lone_frames(config, beats);
        const TrialResult result = run_trial(trial);
        // A switch with a memory in turns has another value in each turn.
        const SwitchEntry& entry = find_switch(config);
        std::int64_t least = INT64_MAX, most = 0;
        for (std::uint64_t cycle = 0; cycle < 8; ++cycle) {
          const auto cycles =
              static_cast<std::int64_t>(entry.zero_load_cycles({4, 1, 2, cycle, beats, store, 0, 1}));
          least = std::min(least, cycles);
          most = std::max(most, cycles);
        }
        CHECK(result.fifo.min >= least);
        CHECK(result.fifo.max <= most);
        CHECK(result.fifo.max - result.fifo.min == static_cast<std::int64_t>(result.delay_variation_max));
        CHECK(result.lifo.min == result.fifo.min - beats);
        CHECK(result.filo.max == result.fifo.max + beats);
        CHECK(result.lost == 0);
        CHECK(result.sent == result.due);
        CHECK(flows_between(result, 1, 2).received == flows_between(result, 1, 2).due);
        const std::uint64_t period = 50 * beats;
        const std::uint64_t counted = (trial.beats - 1) / period - (trial.settle - 1) / period;
        CHECK(flows_between(result, 1, 2).received == counted);
      }
    }
  }
}

TEST_CASE("an overloaded output carries its link's rate, and the rest is lost or held off", "[testbenches]") {
  for (const bool drop : {true, false}) {
    CAPTURE(drop);
    RunConfig config = bench_config("output", 4, 64);
    config.flow = drop ? FlowControl::Drop : FlowControl::BackPressure;
    Trial trial = lone_frames(config, 4);
    trial.streams = {{0, {3}}, {1, {3}}};
    const TrialResult result = run_trial(trial);
    const TrialFlow all = flows_between(result, kAnyHost, 3);
    CHECK(all.rate == Approx(1).margin(0.001));
    CHECK(all.due == 5000);
    CHECK((result.lost > 0) == drop);
    CHECK((result.sent == result.due) == drop);
    const double came = static_cast<double>(all.received) / static_cast<double>(drop ? all.sent : all.due);
    CHECK(came == Approx(0.5).margin(0.02));
  }
}

TEST_CASE("the gap is kept on both sides of the switch", "[testbenches]") {
  for (const char* name : {"input", "output"}) {
    CAPTURE(name);
    Trial trial = lone_frames(bench_config(name, 4, 256), 8);
    trial.config.packet_in_bytes = true;
    trial.config.packet_min = trial.config.packet_max = 64;
    trial.config.gap_bytes = 20;  // 10.5 beats a frame
    trial.streams = {{0, {3}}};
    TrialResult result = run_trial(trial);
    CHECK(result.due == (20000 * 2 + 20) / 21);
    CHECK(result.lost == 0);
    CHECK(flows_between(result, 0, 3).rate == Approx(1).margin(0.002));
    // Two such sources overload an output that has the gap, too.
    trial.streams.push_back({1, {3}});
    result = run_trial(trial);
    CHECK(flows_between(result, kAnyHost, 3).rate == Approx(1).margin(0.002));
    CHECK(result.lost > 0);
  }
}

TEST_CASE("no rate is above the link's, whatever the gap", "[testbenches]") {
  for (const unsigned gap : {0U, 7U, 20U}) {
    for (const unsigned bytes : {64U, 65U, 1518U}) {
      CAPTURE(gap, bytes);
      const BenchPlan setup = small_bench(bench_config("voq", 4, 1024), {bytes}, 20, 20000, gap);
      const TrialResult full = run_trial(pattern_trial(setup, kFullMesh, setup.sizes[0], {1, 1}));
      for (unsigned port = 0; port < 4; ++port)
        CHECK(flows_between(full, kAnyHost, port).rate == Approx(1).epsilon(1e-9));
      const TrialResult half = run_trial(pattern_trial(setup, kPortPairs, setup.sizes[0], {1, 2}));
      for (unsigned port = 0; port < 4; ++port)
        CHECK(flows_between(half, kAnyHost, port).rate == Approx(0.5).epsilon(1e-3));
      Trial random = pattern_trial(setup, kRandomMesh, setup.sizes[0], {1, 1});
      const TrialResult mesh = run_trial(random);
      for (unsigned port = 0; port < 4; ++port) CHECK(flows_between(mesh, kAnyHost, port).rate <= 1 + 1e-9);
    }
  }
}

TEST_CASE("an output that falls silent is not at its rate", "[testbenches]") {
  Trial trial = lone_frames(bench_config("input", 4, 256), 8);
  trial.streams = {{1, {2}, {1, 1}, 0, 1500}, {0, {3}, {1, 50}, 0}};  // 250 frames of the 1250 of the window
  const TrialResult result = run_trial(trial);
  CHECK(flows_between(result, 1, 2).rate == Approx(0.2).margin(0.002));
}

TEST_CASE("the first frame that is lost is known from outside", "[testbenches]") {
  Trial trial = lone_frames(bench_config("input", 4, 256), 8);
  CHECK_FALSE(run_trial(trial).first_lost);
  trial.streams = {{0, {3}}, {1, {3}}};
  const TrialResult result = run_trial(trial);
  REQUIRE(result.first_lost);
  // Two FIFOs of 32 frames each are full, and two frames are on their way.
  const std::uint64_t held = result.first_lost->sent - result.first_lost->came;
  CHECK(held >= 64);
  CHECK(held <= 66);
  CHECK(result.first_lost->came == Approx(64).margin(3));
}

TEST_CASE("engines give the same trial", "[testbenches]") {
  const BenchPlan setup = small_bench(bench_config("voq", 4, 64), {64}, 20, 2000);
  Trial trial = pattern_trial(setup, kRandomMesh, setup.sizes.front(), {1, 1});
  const std::string fast = to_json(run_trial(trial)).dump();
  trial.config.engine = Engine::Systemc;
  CHECK(to_json(run_trial(trial)).dump() == fast);
  CHECK(to_json(trial_result_from_json(nlohmann::ordered_json::parse(fast))).dump() == fast);
}

TEST_CASE("links of a switch with speed-up have a beat time of two cycles", "[testbenches]") {
  RunConfig config = bench_config("voq", 4, 256);
  config.speedup = 2;
  Trial trial = lone_frames(config, 8);
  trial.streams = {{0, {1}}, {1, {0}}};
  const TrialResult result = run_trial(trial);
  CHECK(result.lost == 0);
  CHECK(result.due == 2 * 20000 / 8);
  CHECK(flows_between(result, 0, 1).rate == Approx(1).margin(0.002));
}
