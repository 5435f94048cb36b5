// SPDX-License-Identifier: Apache-2.0
// RTL and twin are one switch, for every architecture: every output and every occupancy is equal in every
// cycle; and the fast engine, which skips cycles, gives the very results of the RTL.
#include <algorithm>

#include "host/errors.h"
#include "host/random.h"
#include "host/registry.h"
#include "testbenches/run_point.h"
#include "tests/catch.h"

using namespace xb;

namespace {

template <class T>
T one_of(RandomStream& stream, std::initializer_list<T> choices) {
  return *(choices.begin() + stream.below(static_cast<std::uint32_t>(choices.size())));
}

bool works(const RunConfig& config) {
  try {
    check(config);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Any depth, small ones above all; memories shared by all ports are wider. Packets that must fit whole and
/// do not get the largest depth, or are made shorter.
void choose_depth(RunConfig& config, RandomStream& stream) {
  const bool shared = config.switch_name == "output" || config.switch_name == "shared";
  config.depth = std::min(1024U, (shared ? 2 * config.ports : 1) * one_of(stream, {2U, 3U, 7U, 24U, 64U}));
  if (!works(config)) config.depth = 1024;
  while (!works(config)) config.packet_max = std::max(config.packet_min, config.packet_max / 2);
}

/// A random point of a switch: lengths, load, stalls and all settings drawn from `stream`.
RunConfig random_point(RunConfig config, RandomStream& stream) {
  config.packet_min = 1 + stream.below(4);
  config.packet_max = std::max<unsigned>(config.packet_min, one_of(stream, {1U, 8U, 40U, 200U}));
  config.load = 0.3 + 0.1 * stream.below(8);
  config.receiver_stall = 0.15 * stream.below(5);
  config.route_delay = one_of(stream, {0U, 0U, 1U, 30U});
  config.arbiter = one_of(stream, {"round-robin", "random", "oldest"});
  config.sharing = one_of(stream, {"complete", "partition", "dynamic"});
  config.alpha = one_of(stream, {0.125, 0.5, 1.0, 8.0});
  config.scheduler = one_of(stream, {"islip", "pim", "rrm"});
  config.iterations = 1 + stream.below(4);
  config.crosspoint_depth = 1 + stream.below(2);
  if (config.switch_name == "input" && stream.below(2) == 0) config.window = 1 + stream.below(8);
  choose_depth(config, stream);
  config.traffic = one_of(stream, {"uniform", "uniform", "one-hot", "permutation"});
  config.seed = stream.below(1000000);
  config.warmup = 0;
  return config;
}

/// Runs random points until they have run `cycles` in all; returns the cycles.
std::uint64_t run_points(const RunConfig& base, std::uint64_t cycles, std::uint64_t cycles_per_point) {
  RandomStream stream(2026, StreamPurpose::Test, base.ports);
  std::uint64_t done = 0;
  while (done < cycles) {
    RunConfig config = random_point(base, stream);
    config.cycles = cycles_per_point;
    config.engine = "lockstep";
    INFO(config.flags());
    const RunResult result = run_point(config);
    REQUIRE(result.delivered_packets > 0);
    done += result.cycles;
  }
  return done;
}

RunConfig base_of(const std::string& name, unsigned ports, const std::string& forwarding,
                  const std::string& flow) {
  RunConfig config;
  config.switch_name = name;
  config.ports = ports;
  config.forwarding = forwarding;
  config.flow = flow;
  return config;
}

/// All switches x forwarding x flow, `cycles` each.
void run_all(unsigned ports, std::uint64_t cycles) {
  for (const auto& entry : switches()) {
    for (const char* forwarding : {"cut-through", "store-and-forward"}) {
      for (const char* flow : {"back-pressure", "drop"}) {
        CAPTURE(entry.name, ports, forwarding, flow);
        CHECK(run_points(base_of(entry.name, ports, forwarding, flow), cycles, 2000) >= cycles);
      }
    }
  }
}

std::string record(RunConfig config, const std::string& engine) {
  config.engine = engine;
  RunResult result = run_point(config);
  result.cpu_seconds = 0;
  return result_to_json(config, result).dump();
}

const auto kSwitches = names(switches());

}  // namespace

// A test for each number of ports, since each builds its models.
TEST_CASE("RTL and twin are equal in every cycle: 2 ports", "[testbenches][lockstep]") { run_all(2, 12000); }
TEST_CASE("RTL and twin are equal in every cycle: 3 ports", "[testbenches][lockstep]") { run_all(3, 12000); }
TEST_CASE("RTL and twin are equal in every cycle: 5 ports", "[testbenches][lockstep]") { run_all(5, 12000); }
TEST_CASE("RTL and twin are equal in every cycle: 8 ports", "[testbenches][lockstep]") { run_all(8, 8000); }
TEST_CASE("RTL and twin are equal in every cycle: 16 ports", "[testbenches][lockstep]") { run_all(16, 4000); }

TEST_CASE("RTL and twin are equal over ten million cycles", "[testbenches][soak]") {
  const auto name = GENERATE(from_range(kSwitches));
  std::uint64_t total = 0;
  for (const unsigned ports : {2U, 3U, 5U, 8U, 16U}) {
    for (const char* forwarding : {"cut-through", "store-and-forward"}) {
      for (const char* flow : {"back-pressure", "drop"}) {
        CAPTURE(name, ports, forwarding, flow);
        total += run_points(base_of(name, ports, forwarding, flow), 100000, 10000);
      }
    }
  }
  WARN(name << ": " << total << " cycles, no difference");
  CHECK(total >= 2000000);  // ten million over the five architectures
}

TEST_CASE("RTL and twin are equal with wide beats", "[testbenches][lockstep]") {
  RunConfig config;
  config.switch_name = GENERATE(from_range(kSwitches));
  config.engine = "lockstep";
  config.ports = 3;
  config.width = GENERATE(128U, 512U);
  config.packet_max = 9;
  config.load = 0.9;
  config.receiver_stall = 0.2;
  config.cycles = 3000;
  CAPTURE(config.switch_name, config.width);
  CHECK(run_point(config).delivered_packets > 300);
}

TEST_CASE("all engines give identical results", "[testbenches]") {
  RunConfig config;
  config.switch_name = GENERATE(from_range(kSwitches));
  config.ports = 5;
  config.packet_max = GENERATE(1U, 40U);
  config.load = 0.8;
  config.receiver_stall = GENERATE(0.0, 0.1);
  config.cycles = 10000;
  CAPTURE(config.flags());
  const std::string rtl = record(config, "rtl");
  CHECK(record(config, "systemc") == rtl);
  CHECK(record(config, "lockstep") == rtl);
  CHECK(record(config, "fast") == rtl);
}

TEST_CASE("the fast engine skips cycles and still gives the RTL's results", "[testbenches]") {
  const auto name = GENERATE(from_range(kSwitches));
  const auto forwarding = GENERATE("cut-through", "store-and-forward");
  const auto flow = GENERATE("back-pressure", "drop");
  RandomStream stream(2027, StreamPurpose::Test, 0);
  for (int n = 0; n < 3; ++n) {
    RunConfig config = random_point(base_of(name, 5, forwarding, flow), stream);
    config.receiver_stall = 0;
    config.packet_min = config.packet_max = 64;  // in step, so that there is something to skip
    config.depth = 1024;
    if (!works(config)) continue;
    config.cycles = 10000;
    CAPTURE(config.flags());
    CHECK(record(config, "fast") == record(config, "rtl"));
  }
}

TEST_CASE("a schedule completes in the same cycle on every engine", "[testbenches]") {
  RunConfig config;
  config.switch_name = GENERATE(from_range(kSwitches));
  config.schedule = GENERATE("shift", "sync-shuffle");
  config.cluster = "tam-326";
  config.ports = 5;
  config.packets_per_message = 3;
  CAPTURE(config.flags());
  const std::string rtl = record(config, "rtl");
  CHECK(record(config, "systemc") == rtl);
  CHECK(record(config, "fast") == rtl);
}

TEST_CASE("a lossy schedule completes in the same cycle on every engine", "[testbenches]") {
  RunConfig config;
  config.switch_name = GENERATE(from_range(kSwitches));
  config.schedule = GENERATE("random-order", "pairwise");
  config.cluster = "tam-326";
  config.ports = 5;
  config.packets_per_message = 6;
  config.flow = "drop";
  config.depth = 400;
  config.reliability = "go-back-n";
  config.timeout = "2ms";
  config.host_delay = "exponential:100us";
  config.start_skew = 0.1;
  // All receives of that one are posted at once; rounds would wait for each other for ever.
  config.receive_window = config.schedule == "random-order" ? 3 : 0;
  CAPTURE(config.flags());
  const std::string rtl = record(config, "rtl");
  CHECK(rtl.find("\"time_outs\":0,") == std::string::npos);  // something was lost
  CHECK(record(config, "systemc") == rtl);
  CHECK(record(config, "fast") == rtl);
}
