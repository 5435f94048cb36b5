// SPDX-License-Identifier: Apache-2.0
// Packets of any number of bytes: RTL and twin of every architecture are equal in every output of every
// cycle, tkeep among them, and the hosts find it as it was sent; the engines give the same records.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/engines/ends.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

/// A point with packets of any number of bytes, the ends of what a beat holds as often as anything between.
RunConfig point_of(const std::string& name, unsigned ports, unsigned width, Ends& ends) {
  RunConfig config;
  config.switch_name = name;
  config.ports = ports;
  config.width = width;
  config.packet_given = config.packet_in_bytes = true;
  const unsigned beat = config.beat_bytes();
  config.packet_max = ends.one_of({1U, beat - 1, beat, beat + 1, 3 * beat + 1, 1518U});
  config.packet_min = ends.percent(50) ? config.packet_max : 1;
  config.gap_bytes = ends.one_of({0U, 20U});
  config.forwarding = ends.one_of({ForwardingMode::CutThrough, ForwardingMode::StoreAndForward});
  config.flow = ends.one_of({FlowControl::BackPressure, FlowControl::Drop});
  config.traffic->load = ends.one_of({0.5, 1.0});
  config.traffic->receiver_stall = ends.one_of({0.0, 0.4});
  if (name == "voq") config.speedup = ends.draw(1, 2);
  if (name == "input" && ends.percent(30)) config.window = 3;
  config.crosspoint_depth = ends.draw(1, 4);
  config.seed = ends.below(1000000);
  config.cycles = 2000;
  config.warmup = 0;
  return config;
}

void run_points(const std::string& name, unsigned ports, unsigned width, unsigned points) {
  Ends ends(RandomStream(2026, StreamPurpose::Test, ports));
  std::uint64_t bytes = 0;
  for (unsigned n = 0; n < points; ++n) {
    RunConfig config = point_of(name, ports, width, ends);
    config.engine = Engine::Lockstep;
    INFO(flags_of(config));
    const RunResult result = run_point(config);
    REQUIRE(result.bytes);
    bytes += result.bytes->delivered_bytes;
  }
  CHECK(bytes > 0);
}

/// Messages of random lengths, their packets of so many bytes.
RunConfig exchange_of(const std::string& schedule, unsigned width, unsigned packet) {
  return config_of(
      fmt::format("ports 3, width {}, schedule {}, packet {}B, packets-per-message 5, message-spread {}",
                  width, schedule, packet, schedule == "linear" ? "0.9" : "0"));
}

}  // namespace

TEST_CASE("with tkeep, RTL and twin are equal in every cycle", "[testbenches][lockstep]") {
  run_points("input", 2, 64, 6);
  run_points("shared", 2, 64, 6);
}

TEST_CASE("with tkeep, RTL and twin of all switches are equal at all widths",
          "[testbenches][long][lockstep]") {
  for (const auto& entry : switches()) {
    for (const unsigned width : {64U, 128U, 256U, 512U}) {
      CAPTURE(entry.name, width);
      run_points(entry.name, 3, width, 8);
    }
  }
}

TEST_CASE("packets of bytes give the same record on every engine", "[testbenches][lockstep]") {
  RunConfig config = config_of("ports 2, packet 1B..200B, load 0.9, cycles 20000, warmup 100");
  config.gap_bytes = GENERATE(0U, 20U);
  record_on(config, "rtl fast systemc");
}

TEST_CASE("schedules of packets of bytes give the same record on every engine",
          "[testbenches][long][lockstep]") {
  for (const char* schedule : {"linear", "sync-shuffle"}) {
    RunConfig config = exchange_of(schedule, 64, 101);
    CAPTURE(schedule);
    record_on(config, "rtl fast systemc");
    CHECK(record_on(config, "lockstep").find("\"delivered_bytes\"") != std::string::npos);
  }
}

TEST_CASE("packets of bytes that are lost come again with the same bytes on every engine",
          "[testbenches][lockstep]") {
  RunConfig config = exchange_of("linear", 64, 77);
  config.flow = FlowControl::Drop;
  config.depth = 32;
  config.reliability = Reliability::GoBackN;
  config.engine = Engine::Rtl;
  const RunResult result = run_point(config);
  CHECK(result.lost_packets > 0);
  record_on(config, "rtl fast systemc");
}

TEST_CASE("schedules of packets of bytes in lock-step, on all switches at all widths",
          "[testbenches][long][lockstep]") {
  for (const auto& entry : switches()) {
    for (const unsigned width : {64U, 128U, 256U, 512U}) {
      for (const unsigned packet : {9U, 200U}) {
        RunConfig config = exchange_of("linear", width, packet);
        config.switch_name = entry.name;
        config.engine = Engine::Lockstep;
        CAPTURE(entry.name, width, packet);
        CHECK(run_point(config).bytes->delivered_bytes > 6 * packet);
      }
    }
  }
}
