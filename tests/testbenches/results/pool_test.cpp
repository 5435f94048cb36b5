// SPDX-License-Identifier: Apache-2.0
// A stuck output and the memory that its packets fill: who is kept out, who is told to blame, and what a
// limit for each queue gives back.
#include <fmt/format.h>

#include <string>

#include "experiments/reference/simulation.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "host/theory/formulas.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

constexpr double kIdeal = 7.0 / 8 * 0.5 + 0.001 / 8;  // output 0 takes a beat in 1000 cycles

RunResult stuck(const std::string& switch_name, const std::string& sharing, const std::string& flow) {
  RunConfig config = config_of("engine fast, ports 8");
  config.switch_name = switch_name;
  config.sharing = *find_choice<Sharing>(sharing);
  config.flow = *find_choice<FlowControl>(flow);
  config.packet_min = config.packet_max = 16;
  config.traffic->load = 0.5;
  config.traffic->output_period = "0:1000";
  config.warmup = 50000;
  config.cycles = 100000;
  return run_point(config);
}

/// Share of pool-blocked cycles that are blamed on output 0.
double blamed_on_0(const RunResult& r) {
  std::uint64_t all = 0;
  std::uint64_t on_0 = 0;
  for (std::size_t n = 0; n < r.pool_blame.size(); ++n) {
    all += r.pool_blame[n];
    if (n % 8 == 0) on_0 += r.pool_blame[n];
  }
  return static_cast<double>(on_0) / static_cast<double>(all);
}

enum class Pick { InTurn, LongestFirst };

struct Shown {
  double throughput, wait;
};

Shown simulated(Pick pick, double load, double unbalance, unsigned cells, std::uint64_t slots) {
  const auto result = slots::simulate(
      "crosspoint",
      slots::Parameters({"ports=8", "traffic=unbalanced", "load=" + std::to_string(load),
                         "unbalance=" + std::to_string(unbalance), "cells=" + std::to_string(cells),
                         pick == Pick::InTurn ? "inputs=round-robin" : "inputs=longest",
                         "slots=" + std::to_string(slots)}));
  return {result.throughput.mean, result.wait.mean};
}

Shown shown(Pick pick, double load, double unbalance, unsigned cells, std::uint64_t slots) {
  const RunResult result = measured(
      fmt::format("switch {}, ports 8, depth 262144, crosspoint-depth {}, traffic unbalanced, load {}, "
                  "unbalance {}, warmup {}, cycles {}",
                  pick == Pick::InTurn ? "crosspoint" : "cicq-lqf", cells, load, unbalance, slots / 4,
                  slots + slots / 4));
  return {result.throughput.mean, result.queueing.mean};
}

const Keys kFullLoad = "cycles 60000, warmup 20000, load 1, depth 65536";

/// A burst of all other hosts, in packets of a word.
RunConfig one_burst(const char* switch_name, unsigned ports, std::uint64_t beats) {
  RunConfig config = config_of("traffic incast, load 0, cycles 100000, warmup 0, flow drop, engine fast");
  config.switch_name = switch_name;
  config.ports = ports;
  config.packet_min = config.packet_max = 2 * ports;
  config.packet_given = true;
  config.traffic->incast_bytes = std::to_string(beats * 8) + "B";
  config.traffic->period = config.cycles;
  return config;
}

}  // namespace

TEST_CASE("a full memory is told as pool blocking, and limits for each queue end it", "[testbenches]") {
  const std::string name = GENERATE("voq", "crosspoint");
  CAPTURE(name);
  const RunResult full = stuck(name, "complete", "drop");
  CHECK(full.throughput.mean < 0.005);
  CHECK(full.hol.mean == 0);
  CHECK(full.pool.mean == Approx(kIdeal).margin(0.01));  // all that is offered to other outputs
  // Not all: a packet for output 0 may lack just the room that one for another output takes.
  CHECK(blamed_on_0(full) > 0.999);
  for (const char* sharing : {"partition", "dynamic"}) {
    CAPTURE(sharing);
    const RunResult r = stuck(name, sharing, "drop");
    // In `voq` an input sends nothing else while its packet goes to output 0: docs/switch-voq.md.
    CHECK(r.throughput.mean == Approx(name == "voq" ? 0.391 : kIdeal).margin(0.01));
  }
  CHECK(stuck(name, "partition", "drop").pool.mean == 0);
}

TEST_CASE("packets that are kept out by those for their own output are not blocked by the pool",
          "[testbenches]") {
  const std::string name = GENERATE("input", "output", "shared", "voq", "crosspoint", "cicq-lqf");
  const std::string pipeline = GENERATE("0", "1");
  const std::string packet = GENERATE("1", "5");
  CAPTURE(name, pipeline, packet);
  const Keys keys = {{"switch", name}, {"pipeline", pipeline}, {"packet", packet}, {"ports", "4"},
                     {"depth", "64"},  {"flow", "drop"},       {"load", "0.9"},    {"cycles", "4000"}};
  const RunResult r = measured(keys, "traffic one-hot, warmup 0");
  CHECK(r.loss.mean > 0.5);
  CHECK(r.pool.mean == 0);
}

TEST_CASE("who has a part of the memory of his own is not blocked by the pool", "[testbenches]") {
  const std::string name = GENERATE("output", "shared");
  const std::string flow = GENERATE("drop", "back-pressure");
  const std::string pipeline = GENERATE("0", "1");
  CAPTURE(name, flow, pipeline);
  Keys keys = {{"switch", name}, {"pipeline", pipeline}, {"flow", flow},   {"ports", "3"},
               {"depth", "24"},  {"packet", "1..8"},     {"load", "0.95"}, {"cycles", "20000"}};
  if (name == "shared") keys = with(keys, {{"sharing", "partition"}});
  CHECK(measured(keys, "warmup 0").pool.mean == 0);
}

TEST_CASE("a queue that has a word of its own is not held off by the pool, cut-through with back-pressure",
          "[testbenches]") {
  const std::string pipeline = GENERATE("0", "1");
  const std::string sharing = GENERATE("complete", "dynamic");
  CAPTURE(pipeline, sharing);
  const Keys keys = {{"switch", "shared"}, {"pipeline", pipeline}, {"sharing", sharing}, {"ports", "3"},
                     {"depth", "12"},      {"packet", "1..8"},     {"load", "0.95"},     {"cycles", "20000"}};
  const RunResult r = measured(keys, "flow back-pressure, warmup 0");
  CHECK(r.backpressure.mean > 0);
  CHECK(r.pool.mean == 0);
}

TEST_CASE("under back-pressure a stuck output stops every architecture", "[testbenches]") {
  const std::string name = GENERATE(from_range(names(switches())));
  CAPTURE(name);
  CHECK(stuck(name, "complete", "back-pressure").throughput.mean < 0.005);
}

// The switches with buffered crosspoints against the slot simulator, which shares no code with them: inputs
// that serve their queues in turn, and the longest first.

TEST_CASE("crosspoint switches wait as a slot simulation says, by either choice of the inputs",
          "[testbenches]") {
  const Pick pick = GENERATE(Pick::InTurn, Pick::LongestFirst);
  const double unbalance = GENERATE(0., .5);
  const unsigned cells = GENERATE(1U, 2U);
  CAPTURE(static_cast<int>(pick), unbalance, cells);
  // A quarter of a million cells on either side; waits of neighbours in a queue are alike.
  const Shown slots = simulated(pick, .7, unbalance, cells, 50000);
  const Shown here = shown(pick, .7, unbalance, cells, 50000);
  CHECK(here.wait == Approx(slots.wait).epsilon(.03));
  CHECK(here.throughput == Approx(slots.throughput).epsilon(.01));
}

TEST_CASE("under saturating unbalanced traffic the longest queue first loses nothing, taking turns does",
          "[testbenches]") {
  const Shown turns = shown(Pick::InTurn, 1, .5, 1, 60000);
  const Shown longest = shown(Pick::LongestFirst, 1, .5, 1, 60000);
  CHECK(turns.throughput == Approx(simulated(Pick::InTurn, 1, .5, 1, 60000).throughput).margin(.004));
  CHECK(longest.throughput == Approx(simulated(Pick::LongestFirst, 1, .5, 1, 60000).throughput).margin(.004));
  // The comparison tells the two from one another.
  CHECK(turns.throughput < .88);
  CHECK(longest.throughput > .99);
}

// Packets shorter than a memory word has beats, which share it: what a memory of words carries then.

TEST_CASE("a memory of words carries packets of one beat at the line rate", "[testbenches]") {
  const auto [ports, least] =
      GENERATE(table<const char*, double>({{"4", 0.995}, {"8", 0.99}, {"16", 0.985}, {"32", 0.98}}));
  for (const char* name : {"output", "shared"}) {
    const Keys keys = with(kFullLoad, {{"switch", name}, {"ports", ports}, {"packet", "1"}});
    CAPTURE(name, ports);
    CHECK(measured(keys, {}).throughput.mean > least);
    CHECK(measured(keys, "traffic permutation").throughput.mean == 1);
  }
}

TEST_CASE("packets of a few beats cost a memory of words little, of mixed lengths too", "[testbenches]") {
  for (const char* packet : {"2", "3", "5", "8", "1..8", "64B..512B"}) {
    CAPTURE(packet);
    CHECK(measured(kFullLoad, {{"switch", "shared"}, {"packet", packet}}).throughput.mean > 0.95);
  }
}

TEST_CASE("a short packet waits no longer in an empty memory than one that fills a word", "[testbenches]") {
  // 16 ports: a beat, N / 2 to the input's turn, as many to the output's, and two.
  const RunResult r = measured("cycles 200000, switch shared, packet 1, load 0.001", {});
  CHECK(r.latency.mean == Approx(1 + 16 + 2).margin(0.5));
}

TEST_CASE("packets of one beat wait for output queues, and until an input's words have had their turns",
          "[testbenches]") {
  // Each of N words has a turn in N, and holds 2N beats: a beat finds it half full.
  const std::string pipeline = GENERATE("0", "1");
  const unsigned ports = GENERATE(4U, 16U);
  const double load = GENERATE(0.5, 0.8, 0.9);
  CAPTURE(pipeline, ports, load);
  const RunResult r = measured(
      "cycles 60000, warmup 20000, depth 65536, packet 1",
      fmt::format("switch output, pipeline {}, ports {}, load {}", pipeline, ports, fmt::format("{}", load)));
  const double beyond = r.queueing.mean - output_queue_wait(ports, load);
  CHECK(beyond > 0.5 * ports * ports);
  CHECK(beyond < 1.5 * ports * ports);
}

// One burst of F hosts to an output, B beats each: they bring F B while the output sends B, so that the
// memory has to hold (F - 1) B.

TEST_CASE("a burst of F to 1 needs (F-1) B, and loses what it lacks, within a word", "[testbenches]") {
  const char* const switch_name = GENERATE("output", "shared");
  const unsigned ports = GENERATE(4U, 8U);
  const std::uint64_t beats = GENERATE(320U, 640U);
  RunConfig config = one_burst(switch_name, ports, beats);
  const auto needed = static_cast<unsigned>((ports - 2) * beats);
  const unsigned word = 2 * ports;
  const std::uint64_t sent = (ports - 1) * beats / word;
  CAPTURE(switch_name, ports, beats);
  config.depth = needed;
  const RunResult enough = run_point(config);
  CHECK(enough.offered_packets == sent);
  CHECK(enough.delivered_packets == sent);
  CHECK(enough.lost_packets == 0);
  CHECK(enough.occupancy_packets.max >= needed / word);
  CHECK(enough.occupancy_packets.max <= needed / word + 3);  // that come in and go out just then
  for (const unsigned words : {2U, 4U, needed / word / 2}) {
    config.depth = needed - words * word;
    const RunResult less = run_point(config);
    CAPTURE(words);
    CHECK(less.lost_packets >= words - 1);
    CHECK(less.lost_packets <= words);
    CHECK(less.delivered_packets == sent - less.lost_packets);
  }
}

TEST_CASE("what waits in FIFO inputs in a burst is (F-1) B as well, over all of them", "[testbenches]") {
  RunConfig config = one_burst("input", 8, 640);
  const RunResult r = run_point(config);
  CHECK(r.lost_packets == 0);
  CHECK(r.occupancy_beats.max >= 6 * 640);
  CHECK(r.occupancy_beats.max <= 6 * 640 + 16);
}

TEST_CASE("packets of the load go besides the bursts", "[testbenches]") {
  RunConfig config = one_burst("output", 8, 640);
  config.flow = FlowControl::BackPressure;
  config.traffic->load = 0.3;
  config.warmup = 20000;
  config.cycles = 2000000;
  config.traffic->period = 20000;
  const RunResult r = run_point(config);
  const double bursts = 7 * 640 / (8 * 20000.0);
  CHECK(r.offered_load == Approx(0.3 + bursts).epsilon(0.02));
  CHECK(r.throughput.mean == Approx(0.3 + bursts).epsilon(0.02));
}
