// SPDX-License-Identifier: Apache-2.0
// RTL and twin are one switch: every output and every occupancy is equal in every cycle.
#include "host/random.h"
#include "testbenches/run_point.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// A random point: depth, lengths, load and stalls drawn from `stream`.
RunConfig random_point(unsigned ports, RandomStream& stream) {
  RunConfig config;
  config.engine = "lockstep";
  config.ports = ports;
  config.packet_min = 1 + stream.below(4);
  const unsigned longest[] = {1, 8, 40, 200};
  config.packet_max = std::max(config.packet_min, longest[stream.below(4)]);
  config.load = 0.3 + 0.1 * stream.below(8);
  config.receiver_stall = 0.15 * stream.below(5);
  const std::uint32_t depths[] = {2, 3, 7, 64, 250, 1024};
  config.depth = depths[stream.below(6)];
  if (config.depth >= config.packet_max && stream.below(2) == 1) config.forwarding = "store-and-forward";
  config.traffic = stream.below(8) == 0 ? "one-hot" : "uniform";
  config.seed = stream.below(1000000);
  config.warmup = 0;
  return config;
}

std::uint64_t run_points(unsigned ports, std::uint64_t packets, std::uint64_t cycles_per_point) {
  RandomStream stream(2026, StreamPurpose::Test, ports);
  std::uint64_t done = 0;
  while (done < packets) {
    RunConfig config = random_point(ports, stream);
    config.cycles = cycles_per_point;
    INFO(config.flags());
    done += run_point(config).delivered_packets;
  }
  return done;
}

}  // namespace

TEST_CASE("RTL and twin are equal in every cycle", "[testbenches]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 8U, 16U);
  CAPTURE(ports);
  CHECK(run_points(ports, 8000, 4000) >= 8000);
}

TEST_CASE("RTL and twin are equal over a million packets", "[testbenches][soak]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 8U, 16U);
  const std::uint64_t packets = run_points(ports, 200000, 50000);
  WARN("N = " << ports << ": " << packets << " packets, no difference");
  CHECK(packets >= 200000);
}

TEST_CASE("RTL and twin are equal with wide beats", "[testbenches]") {
  RunConfig config;
  config.engine = "lockstep";
  config.ports = 3;
  config.width = GENERATE(128U, 512U);
  config.packet_max = 9;
  config.load = 0.9;
  config.receiver_stall = 0.2;
  config.cycles = 5000;
  CHECK(run_point(config).delivered_packets > 500);
}

TEST_CASE("all engines give identical results", "[testbenches]") {
  RunConfig config;
  config.ports = 5;
  config.packet_max = 12;
  config.load = 0.8;
  config.receiver_stall = 0.1;
  config.cycles = 20000;
  const auto record = [&](const std::string& engine) {
    config.engine = engine;
    RunResult result = run_point(config);
    result.cpu_seconds = 0;
    return result_to_json(config, result).dump();
  };
  const std::string rtl = record("rtl");
  CHECK(record("systemc") == rtl);
  CHECK(record("lockstep") == rtl);
}
