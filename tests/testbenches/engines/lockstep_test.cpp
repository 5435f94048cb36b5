// SPDX-License-Identifier: Apache-2.0
// RTL and twin are one switch, for every architecture: every output and every occupancy is equal in every
// cycle; and the fast engine, which skips cycles, gives the very results of the RTL.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends.h"
#include "tests/testbenches/engines/switch_key.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

const auto kCircuits = circuits();

bool works(const RunConfig& config) {
  try {
    resolve(config);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Any depth. Packets that must fit whole and do not get the largest depth, or are made shorter.
void choose_depth(RunConfig& config, Ends& ends) {
  config.depth = ends.draw(2, 1024);
  if (!works(config)) config.depth = 1024;
  while (!works(config) && config.packet_max > 1) {
    config.packet_max = (config.packet_max + 1) / 2;
    config.packet_min = std::min(config.packet_min, config.packet_max);
  }
}

/// A random point of a switch: lengths, load, stalls and all settings, at the ends of their ranges as often
/// as between.
RunConfig random_point(RunConfig config, Ends& ends) {
  config.packet_max = ends.percent(30) ? 1 : ends.draw(1, 1500);
  config.packet_min = ends.percent(50) ? config.packet_max : ends.draw(1, config.packet_max);
  config.traffic->load = 0.3 + 0.1 * ends.below(8);
  config.traffic->receiver_stall = 0.15 * ends.below(5);
  const bool one_cycle = config.pipeline == 0;
  if (one_cycle && ends.percent(50)) config.route_delay = ends.draw(0, 1500);
  if (one_cycle) config.arbiter = static_cast<Arbitration>(ends.draw(0, config.window > 1 ? 2 : 3));
  config.sharing = ends.one_of({Sharing::Complete, Sharing::Partition, Sharing::Dynamic});
  config.alpha = ends.one_of({0.125, 0.5, 1.0, 8.0});
  config.scheduler = ends.one_of({Scheduler::Islip, Scheduler::Pim, Scheduler::Rrm});
  config.iterations = ends.draw(1, 4);
  if (config.switch_name == "voq" && one_cycle) config.speedup = ends.draw(1, 2);
  config.crosspoint_depth = ends.draw(1, 64);
  if (config.window > 1) config.window = ends.draw(2, 8);
  choose_depth(config, ends);
  config.traffic->traffic = ends.one_of({"uniform", "uniform", "one-hot", "permutation"});
  config.seed = ends.below(1000000);
  config.warmup = 0;
  return config;
}

/// Runs random points until they have run `cycles` in all; returns the cycles.
std::uint64_t run_points(const RunConfig& base, std::uint64_t cycles, std::uint64_t cycles_per_point) {
  Ends ends(RandomStream(2026, StreamPurpose::Test, base.ports));
  std::uint64_t done = 0;
  std::uint64_t delivered = 0;
  while (done < cycles) {
    RunConfig config = random_point(base, ends);
    config.cycles = cycles_per_point;
    config.engine = Engine::Lockstep;
    INFO(flags_of(config));
    const RunResult result = run_point(config);
    delivered += result.delivered_packets;
    done += config.cycles;  // and more, until the switch is empty
  }
  REQUIRE(delivered > 0);
  return done;
}

RunConfig base_of(const std::string& name, unsigned ports, const std::string& forwarding,
                  const std::string& flow) {
  RunConfig config;
  choose_circuit(config, name);
  config.ports = ports;
  config.forwarding = *find_choice<ForwardingMode>(forwarding);
  config.flow = *find_choice<FlowControl>(flow);
  return config;
}

/// Circuits x forwarding x flow, `cycles` each.
void run_all(unsigned ports, std::uint64_t cycles, const std::vector<std::string>& names = kCircuits) {
  for (const std::string& name : names) {
    for (const char* forwarding : {"cut-through", "store-and-forward"}) {
      for (const char* flow : {"back-pressure", "drop"}) {
        CAPTURE(name, ports, forwarding, flow);
        CHECK(run_points(base_of(name, ports, forwarding, flow), cycles, 2000) >= cycles);
      }
    }
  }
}

constexpr std::uint32_t kBeforeTheEnd = 1200;  // what the counters have left

/// A copy of the RTL whose counters begin there.
void copy_rtl(const fs::path& folder) {
  fs::copy(source_dir() / "rtl", folder, fs::copy_options::recursive);
  const std::string package = replaced(text_of(folder / "xb_pkg.sv"), "CountStart = '0;",
                                       fmt::format("CountStart = 32'd{};", 0U - kBeforeTheEnd));
  std::ofstream(folder / "xb_pkg.sv") << package;
}

/// Small memories that lose packets in every queue.
RunConfig lossy(const std::string& name) {
  RunConfig config = config_of("engine fast, ports 3, depth 24, flow drop");
  choose_circuit(config, name);
  const bool one_cycle = config.pipeline == 0;
  if (config.switch_name == "input" && one_cycle) config.arbiter = Arbitration::Oldest;
  config.traffic->load = 1;
  config.route_delay = one_cycle ? 5 : 0;
  config.traffic->receiver_stall = 0.9;
  config.warmup = 500;
  config.cycles = 14000;
  return config;
}

/// An exchange on these engines, all alike.
void complete(const std::string& name, const std::string& engines) {
  RunConfig config = config_of("cluster tam-326, ports 3, packets-per-message 3");
  choose_circuit(config, name);
  config.schedule = GENERATE("shift", "sync-shuffle");
  CAPTURE(flags_of(config));
  record_on(config, engines);
}

/// One that loses packets.
void complete_lossy(const std::string& name, const std::string& engines) {
  RunConfig config = config_of("cluster tam-326, ports 3, packets-per-message 6, flow drop");
  choose_circuit(config, name);
  config.schedule = GENERATE("random-order", "pairwise");
  // A ring of a pipelined input is a third of it; a deeper memory would be another model.
  config.depth = config.pipeline != 0 && queue_count(config) > config.ports ? 1024 : 400;
  config.reliability = Reliability::GoBackN;
  config.timeout = "2ms";
  config.host_delay = "exponential:100us";
  config.start_skew = 0.1;
  // All receives of that one are posted at once; rounds would wait for each other for ever.
  config.receive_window = config.schedule.text() == "random-order" ? 3 : 0;
  CAPTURE(flags_of(config));
  CHECK(record_on(config, engines).find("\"time_outs\":0,") == std::string::npos);  // something was lost
}

}  // namespace

// A test for each number of ports, since each builds its models.
TEST_CASE("RTL and twin are equal in every cycle: 2 ports", "[testbenches][long][lockstep]") {
  run_all(2, 12000);
}
TEST_CASE("RTL and twin are equal in every cycle: 2 ports, those that are most unlike 3",
          "[testbenches][lockstep]") {
  run_all(2, 12000, {"voq", "shared", "shared_pipe"});
}
TEST_CASE("RTL and twin are equal in every cycle: 3 ports", "[testbenches][lockstep]") {
  run_all(3, 6000, circuits(false));
}
TEST_CASE("RTL and twin are equal in every cycle: 3 ports, pipelined", "[testbenches][lockstep]") {
  run_all(3, 6000, circuits(true));
}
TEST_CASE("RTL and twin are equal in every cycle: 5 ports", "[testbenches][long][lockstep]") {
  run_all(5, 12000);
}
TEST_CASE("RTL and twin are equal in every cycle: 8 ports", "[testbenches][long][lockstep]") {
  run_all(8, 8000);
}
TEST_CASE("RTL and twin are equal in every cycle: 16 ports", "[testbenches][long][lockstep]") {
  run_all(16, 4000, circuits(false));
}
TEST_CASE("RTL and twin are equal in every cycle: 16 ports, pipelined", "[testbenches][long][lockstep]") {
  run_all(16, 4000, circuits(true));
}

TEST_CASE("RTL and twin are equal over ten million cycles", "[testbenches][soak]") {
  const auto name = GENERATE(from_range(kCircuits));
  std::uint64_t total = 0;
  for (const unsigned ports : {2U, 3U, 5U, 8U, 16U}) {
    for (const char* forwarding : {"cut-through", "store-and-forward"}) {
      for (const char* flow : {"back-pressure", "drop"}) {
        CAPTURE(name, ports, forwarding, flow);
        total += run_points(base_of(name, ports, forwarding, flow), 100000, 25000);
      }
    }
  }
  WARN(name << ": " << total << " cycles, no difference");
  CHECK(total >= 2000000);  // ten million over five architectures
}

TEST_CASE("RTL and twin are equal with wide beats", "[testbenches][long][lockstep]") {
  RunConfig config =
      config_of("engine lockstep, ports 3, load 0.9, receiver-stall 0.2, cycles 3000, packet 1..9");
  choose_circuit(config, GENERATE(from_range(kCircuits)));
  config.width = GENERATE(128U, 512U);
  CAPTURE(flags_of(config));
  CHECK(run_point(config).delivered_packets > 300);
}

TEST_CASE("all engines give identical results", "[testbenches][long]") {
  RunConfig config = config_of("ports 5, load 0.8, cycles 10000");
  choose_circuit(config, GENERATE(from_range(kCircuits)));
  config.packet_max = GENERATE(1U, 40U);
  config.traffic->receiver_stall = GENERATE(0.0, 0.1);
  CAPTURE(flags_of(config));
  record_on(config, "rtl systemc lockstep fast");
}

TEST_CASE("the fast engine skips cycles and still gives the RTL's results", "[testbenches][long]") {
  const auto name = GENERATE(from_range(kCircuits));
  const auto forwarding = GENERATE("cut-through", "store-and-forward");
  const auto flow = GENERATE("back-pressure", "drop");
  Ends ends(RandomStream(2027, StreamPurpose::Test, 0));
  for (int n = 0; n < 3; ++n) {
    RunConfig config = random_point(base_of(name, 5, forwarding, flow), ends);
    config.traffic->receiver_stall = 0;
    config.packet_min = config.packet_max = 64;  // in step, so that there is something to skip
    config.depth = 1024;
    if (!works(config)) continue;
    config.cycles = 10000;
    CAPTURE(flags_of(config));
    CHECK(record_on(config, "fast") == record_on(config, "rtl"));
  }
}

TEST_CASE("a schedule completes in the same cycle on every engine", "[testbenches]") {
  const std::string name = GENERATE(from_range(kCircuits));
  complete(name, in_sample(name) ? "rtl systemc fast" : "systemc fast");
}
TEST_CASE("a schedule completes in the same cycle on every engine, every architecture",
          "[testbenches][long]") {
  complete(GENERATE(from_range(kCircuits)), "rtl systemc fast");
}

TEST_CASE("a lossy schedule completes in the same cycle on every engine", "[testbenches]") {
  const std::string name = GENERATE(from_range(kCircuits));
  complete_lossy(name, in_sample(name) ? "rtl systemc fast" : "systemc fast");
}
TEST_CASE("a lossy schedule completes in the same cycle on every engine, every architecture",
          "[testbenches][long]") {
  complete_lossy(GENERATE(from_range(kCircuits)), "rtl systemc fast");
}

TEST_CASE("a schedule whose hosts page completes in the same cycle on every engine", "[testbenches]") {
  RunConfig config = config_of(
      "schedule group-shuffle, cluster tam-326, ports 3, packets-per-message 30, flow drop, "
      "depth 400, reliability go-back-n, timeout 5ms");
  config.switch_name = GENERATE("input", "shared");
  config.memory = "179039B";  // a byte less than 2 x 2 x 30 x 1492
  config.paging = "5ms:1ms";
  CAPTURE(flags_of(config));
  const std::string rtl = record_on(config, "rtl systemc fast");
  CHECK(rtl.find("\"paging_hosts\":3") != std::string::npos);
  CHECK(rtl.find("\"time_outs\":0,") == std::string::npos);  // something was lost
}

// Counters of 32 bits, of cycles and of drops, go round in a long run. One that begins shortly before that
// measures what one from 0 on does, on every engine.

TEST_CASE("a run whose counters go round measures the same on every engine", "[testbenches][long]") {
  const std::string name = GENERATE(from_range(circuits()));
  const ScratchFolder folder;
  copy_rtl(folder.path() / "rtl");
  for (const bool drop : {true, false}) {
    for (const unsigned longest : {1U, 5U}) {
      RunConfig config = lossy(name);
      config.flow = drop ? FlowControl::Drop : FlowControl::BackPressure;
      config.packet_max = longest;
      config.forwarding = longest == 1 ? ForwardingMode::CutThrough : ForwardingMode::StoreAndForward;
      CAPTURE(flags_of(config));
      const RunResult from_zero = run_point(config);
      if (drop && longest == 1) {
        const auto& drops = from_zero.dropped_per_queue;
        REQUIRE(*std::min_element(drops.begin(), drops.end()) > kBeforeTheEnd);
      }
      const auto want = timeless(config, from_zero);
      CHECK(timeless(config, simulate(resolve(config),
                                      *make_verilated_switch(resolve(config), {}, folder.path() / "rtl"))) ==
            want);
      config.count_start = 0U - kBeforeTheEnd;
      CHECK(timeless(config, run_point(config)) == want);
      config.engine = Engine::Systemc;
      CHECK(timeless(config, run_point(config)) == want);
    }
  }
}

TEST_CASE("vectors of fewer bits than their words are clean: a schedule's record is that of the twin",
          "[testbenches]") {
  RunConfig config = config_of("ports 2, schedule shift");
  CHECK(record_on(config, "rtl") == record_on(config, "fast"));
}
