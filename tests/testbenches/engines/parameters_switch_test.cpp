// SPDX-License-Identifier: Apache-2.0
// Each key of a configuration that sets the switch does what it is there for. What a run measures with one
// key changed, on the fast engine, which is the RTL in every cycle (lockstep_test.cpp).
#include <fstream>
#include <sstream>

#include "host/switches/switch_registry.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Replaces the first `from` of a file, which must be there.
void replace_in(const fs::path& path, const std::string& from, const std::string& to) {
  const std::string text = replaced(text_of(path), from, to);
  std::ofstream(path) << text;
}

/// What lock-step says of a copy of the RTL that has the crosspoints of hardware, and `to` for `from` in the
/// file of one; empty if nothing.
std::string verdict(const std::string& from, const std::string& to) {
  const ScratchFolder folder;
  const fs::path rtl = folder.path() / "rtl";
  fs::copy(source_dir() / "rtl", rtl, fs::copy_options::recursive);
  replace_in(rtl / "xb_crosspoints.sv", "`ifdef SYNTHESIS", "`ifndef SYNTHESIS");
  replace_in(rtl / "xb_crosspoint.sv", from, to);
  RunConfig config = ends_config("crosspoint", 3);
  config.crosspoint_depth = 1;  // of 16 beats
  config.packet_max = 9;
  config.engine = Engine::Rtl;
  try {
    compare_at_ends(config, rtl, 100);
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

const std::string kHead = "assign data_o = held ? held_data : data_i;";

}  // namespace

TEST_CASE("ports: more of them block each other more", "[parameters]") {
  const Keys keys = "load 1, cycles 100000, warmup 5000";
  double last = 1;
  for (const char* ports : {"2", "4", "16"}) {
    const RunResult r = measured(keys, {{"ports", ports}});
    CAPTURE(ports, r.throughput.mean);
    CHECK(last - r.throughput.mean > 3.1 * r.throughput.ci95.value());
    last = r.throughput.mean;
  }
}

TEST_CASE("depth: a queue holds that many beats, and loses less if it is deeper", "[parameters]") {
  const Keys keys = "ports 4, packet 1..4, load 1, cycles 20000";
  for (const unsigned depth : {8U, 64U, 1000U}) {
    const RunResult r = measured(keys, {{"depth", std::to_string(depth)}});
    CAPTURE(depth);
    for (const auto& queue : r.per_queue) CHECK(queue.max == depth);
  }
  const Keys drop = "ports 4, packet 1..4, load 0.5, cycles 100000, flow drop";
  const double shallow = measured(drop, "depth 4").loss.mean;
  const double medium = measured(drop, "depth 8").loss.mean;
  const double deep = measured(drop, "depth 256").loss.mean;
  CAPTURE(shallow, medium, deep);
  CHECK(shallow > 2 * medium);
  CHECK(medium > 0.001);
  CHECK(deep == 0);
}

TEST_CASE("arbiter: packets wait longest at random, least if the oldest goes first", "[parameters][long]") {
  const Keys keys = "ports 4, load 0.5, cycles 3000000, depth 4096";
  const RunResult random = measured(keys, "arbiter random");
  const RunResult turns = measured(keys, "arbiter round-robin");
  const RunResult oldest = measured(keys, "arbiter oldest");
  CAPTURE(random.queueing.mean, turns.queueing.mean, oldest.queueing.mean, turns.queueing.ci95.value());
  CHECK(surely_below(turns.queueing, random.queueing));
  CHECK(surely_below(oldest.queueing, turns.queueing));
  CHECK(oldest.queueing.p999 < turns.queueing.p999);
}

TEST_CASE("window: packets behind the head that may go get more through", "[parameters]") {
  const Keys keys = "ports 8, load 1, cycles 50000, warmup 5000";
  double last = 0;
  for (const char* window : {"1", "2", "4", "8"}) {
    const RunResult r = measured(keys, {{"window", window}});
    CAPTURE(window, last, r.throughput.mean);
    CHECK(r.throughput.mean - last > 3.1 * r.throughput.ci95.value());
    CHECK(r.throughput.mean - last > 0.02);
    last = r.throughput.mean;
  }
  CHECK(last > 0.85);
}

TEST_CASE("forwarding: a lone packet is stored first, or not", "[parameters]") {
  const Keys keys = "ports 4, packet 20, load 0.001, cycles 200000";
  const auto latency = [&](const char* name, const char* forwarding) {
    return measured(keys, {{"switch", name}, {"forwarding", forwarding}}).latency.p50;
  };
  CHECK(latency("input", "cut-through") == 20);
  CHECK(latency("input", "store-and-forward") == 39);
  CHECK(latency("voq", "cut-through") == 22);
  CHECK(latency("voq", "store-and-forward") == 41);
  for (const char* name : {"output", "shared"}) {
    // By memory words of 8 beats: 12 beats later than the first word.
    const auto soon = latency(name, "cut-through");
    const auto late = latency(name, "store-and-forward");
    CAPTURE(name, soon, late);
    CHECK(late >= soon + 8);
    CHECK(late <= soon + 16);
  }
}

TEST_CASE("ram-register: all comes a cycle later, and as much of it", "[parameters]") {
  const Keys form = {{"switch", GENERATE("input", "voq", "crosspoint", "cicq-lqf", "output", "shared")},
                     {"ports", GENERATE("4", "16")},
                     {"pipeline", "1"},
                     {"classes", GENERATE("1", "2")}};
  CAPTURE(form.at("switch"), form.at("ports"), form.at("classes"));
  const auto with = [&](const char* ram_register, Keys keys) {
    keys.insert(form.begin(), form.end());
    return measured(keys, {{"ram-register", ram_register}});
  };
  const Keys lone = "traffic permutation, packet 20, load 0.001, cycles 200000";
  CHECK(with("1", lone).latency.mean == with("0", lone).latency.mean + 1);
  const Keys full = "traffic permutation, packet 1, load 1, cycles 20000, depth 256";
  CHECK(std::abs(with("1", full).throughput.mean - with("0", full).throughput.mean) < 1e-3);
}

TEST_CASE("flow: a full buffer holds packets off, or loses them whole", "[parameters]") {
  const std::string name = GENERATE(from_range(names(switches())));
  // The hosts check every packet end to end: a torn one would end the run.
  const Keys keys{{"switch", name}, {"ports", "4"},      {"packet", "1..9"},       {"load", "1"},
                  {"depth", "64"},  {"cycles", "20000"}, {"receiver-stall", "0.2"}};
  const RunResult held = measured(keys, "flow back-pressure");
  const RunResult dropped = measured(keys, "flow drop");
  CAPTURE(name, dropped.loss.mean);
  CHECK(held.lost_packets == 0);
  CHECK(held.backpressure.mean >= 0);
  CHECK(dropped.loss.mean > 0.05);
  CHECK(dropped.delivered_packets > 5000);
}

TEST_CASE("sharing: a hot output takes the memory, or its part of it", "[parameters]") {
  const unsigned depth = 4096;
  const Keys keys =
      "switch shared, ports 8, traffic hotspot, unbalance 0.5, load 0.9, packet 16, flow drop, "
      "depth 4096, warmup 20000, cycles 50000";
  const RunResult complete = measured(keys, "sharing complete");
  const RunResult partition = measured(keys, "sharing partition");
  CAPTURE(complete.per_queue[0].mean, partition.per_queue[0].mean, complete.loss.mean, partition.loss.mean);
  CHECK(complete.per_queue[0].mean > 0.6 * depth);
  // Its part, a word of its own and the beats in the stages.
  CHECK(partition.per_queue[0].max <= depth / 8 + 16 + 8 * 32 + 32);
  CHECK(partition.per_queue[0].mean > 0.8 * depth / 8);
  CHECK(partition.throughput.mean > complete.throughput.mean);
}

TEST_CASE("alpha: a hot queue takes alpha / (1 + alpha) of the memory", "[parameters]") {
  const unsigned depth = 4096;
  const Keys keys =
      "switch shared, ports 8, traffic one-hot, load 0.5, packet 16, flow drop, depth 4096, "
      "sharing dynamic, warmup 20000, cycles 20000";
  for (const double alpha : {0.125, 0.5, 1.0, 4.0, 8.0}) {
    const RunResult r = measured(keys, {{"alpha", std::to_string(alpha)}});
    CAPTURE(alpha, r.per_queue[0].mean);
    const double share = alpha / (1 + alpha) * depth;
    CHECK(std::abs(r.per_queue[0].mean - share) < 0.1 * depth);
  }
}

TEST_CASE("scheduler: iSLIP reaches full throughput, one round of PIM or RRM does not", "[parameters]") {
  const Keys keys = "switch voq, iterations 1, load 1, warmup 30000, cycles 30000";
  const RunResult islip = measured(keys, "scheduler islip");
  const RunResult pim = measured(keys, "scheduler pim");
  const RunResult rrm = measured(keys, "scheduler rrm");
  CAPTURE(islip.throughput.mean, pim.throughput.mean, rrm.throughput.mean);
  CHECK(islip.throughput.mean > 0.97);
  CHECK(std::abs(pim.throughput.mean - (1 - std::pow(15 / 16.0, 16))) < 0.02);
  CHECK(rrm.throughput.mean < 0.7);
}

TEST_CASE("iterations: more rounds find more pairs", "[parameters]") {
  const Keys keys = "switch voq, load 0.8, cycles 200000";
  const RunResult one = measured(keys, "iterations 1");
  const RunResult two = measured(keys, "iterations 2");
  const RunResult four = measured(keys, "iterations 4");
  CAPTURE(one.queueing.mean, two.queueing.mean, four.queueing.mean);
  CHECK(surely_below(two.queueing, one.queueing));
  CHECK(surely_below(four.queueing, two.queueing));
}

TEST_CASE("speedup: two cycles a beat time wait like output queues", "[parameters]") {
  const Keys keys = "switch voq, load 0.9, cycles 200000";
  const RunResult once = measured(keys, "speedup 1");
  const RunResult twice = measured(keys, "speedup 2");
  Distribution beat_times = twice.queueing;  // of two cycles
  beat_times.mean /= 2;
  *beat_times.ci95 /= 2;
  CAPTURE(once.queueing.mean, beat_times.mean);
  CHECK(surely_below(beat_times, once.queueing));
  CHECK(beat_times.mean < 0.65 * once.queueing.mean);
  const double output_queues = 0.9 * 15 / 16 / (2 * 0.1);
  CHECK(std::abs(beat_times.mean - output_queues) < six_sigma(beat_times.ci95, 0));
  CHECK(six_sigma(beat_times.ci95, 0) < 0.5);
}

TEST_CASE("crosspoint-depth: four packets at a crosspoint wait less than one", "[parameters]") {
  const Keys keys = "switch crosspoint, load 0.9, cycles 400000";
  const RunResult one = measured(keys, "crosspoint-depth 1");
  const RunResult four = measured(keys, "crosspoint-depth 4");
  CAPTURE(one.queueing.mean, four.queueing.mean, one.queueing.ci95.value(), four.queueing.ci95.value());
  CHECK(surely_below(four.queueing, one.queueing));
}

TEST_CASE("route-delay: a lone packet waits for it, one behind another has it over", "[parameters]") {
  const Keys lone = "ports 4, packet 1, load 0.001, cycles 200000";
  for (const char* name : {"input", "voq"}) {
    const auto usual = measured(lone, {{"switch", name}}).latency.p50;
    CHECK(measured(lone, {{"switch", name}, {"route-delay", "37"}}).latency.p50 == usual + 37);
  }
  const Keys busy = "ports 4, traffic permutation, load 1, route-delay 30, warmup 1000, cycles 10000";
  const std::string name = GENERATE(from_range(names(switches())));
  CAPTURE(name);
  CHECK(measured(busy, {{"switch", name}, {"packet", "50"}}).throughput.mean > 0.999);
  // Queues of 8 beats hold less than comes in 31 cycles.
  if (name == "input") {
    CHECK(measured(busy, {{"switch", name}, {"packet", "1"}, {"depth", "8"}}).throughput.mean < 0.3);
  }
}

// xb_crosspoints is written twice, for simulation and for synthesis: the lock-step tests compare the one with
// the twin, these the other.

TEST_CASE("the crosspoints of hardware are equal to the twin's in every cycle", "[testbenches][lockstep]") {
  CHECK(verdict(kHead, kHead).empty());
}

TEST_CASE("a fault in a crosspoint of hardware is caught", "[testbenches][long][lockstep]") {
  const std::string said = verdict(kHead, "assign data_o = held_data;");
  CHECK(said.find("lock-step difference") != std::string::npos);
}
