// SPDX-License-Identifier: Apache-2.0
// Frames at wire speed: rate / (8 (L + gap)) of them, through a switch that holds nothing up.
#include <algorithm>
#include <cmath>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

constexpr std::uint64_t kFrameCycles = 50000;

RunConfig frames_of(unsigned width, unsigned bytes, unsigned gap) {
  RunConfig config = config_of("ports 4, traffic permutation, load 1");
  config.width = width;
  config.packet_given = config.packet_in_bytes = true;
  config.packet_min = config.packet_max = bytes;
  config.gap_bytes = gap;
  config.depth = 2048;
  config.cycles = kFrameCycles;
  config.warmup = 3000;
  config.engine = Engine::Fast;
  return config;
}

double byte_times(const RunConfig& c) {
  const unsigned beats = (c.packet_max + c.beat_bytes() - 1) / c.beat_bytes();
  return std::max(c.packet_max + c.gap_bytes, beats * c.beat_bytes());
}

}  // namespace

TEST_CASE("frames at load 1 go at wire speed, whatever fraction of a beat they end with", "[testbenches]") {
  for (const unsigned width : {64U, 128U, 256U, 512U}) {
    for (const unsigned bytes : {1U, 64U, 65U, 594U, 1517U, 1518U, 9000U}) {
      for (const unsigned gap : {0U, 20U}) {
        const RunConfig config = frames_of(width, bytes, gap);
        const RunResult result = run_point(config);
        CAPTURE(width, bytes, gap);
        const double frames = kFrameCycles * config.beat_bytes() / byte_times(config);
        CHECK(std::abs(static_cast<double>(result.delivered_packets) / 4 - frames) <= 1);
        CHECK(std::abs(static_cast<double>(result.offered_packets) / 4 - frames) <= 1);
        REQUIRE(result.bytes);
        CHECK(result.bytes->delivered_bytes / bytes >= result.delivered_packets - 4);
        CHECK(result.bytes->throughput == Approx(bytes / byte_times(config)).margin(2 * bytes / 4e5));
      }
    }
  }
}

TEST_CASE("14880952 frames of 64 bytes a second at 10 Gb/s", "[testbenches]") {
  const RunResult result = run_point(frames_of(64, 64, 20));
  const double seconds = kFrameCycles / 156.25e6;
  CHECK(result.delivered_packets / 4.0 / seconds == Approx(14880952).epsilon(2e-4));
  CHECK(result.bytes->wire_throughput == Approx(1).epsilon(2e-4));
  CHECK(result.bytes->offered_wire_load == Approx(1).epsilon(2e-4));
}

TEST_CASE("receivers of frames with gaps are as fast as senders, and no faster", "[testbenches]") {
  RunConfig config = frames_of(64, 64, 20);
  config.traffic->traffic = "one-hot";  // four to one
  const RunResult result = run_point(config);
  const double frames = kFrameCycles * 8 / 84.0;
  CHECK(std::abs(static_cast<double>(result.delivered_packets) - frames) <= 1);
}

TEST_CASE("the load is a share of wire speed, with mixed lengths as with one", "[testbenches]") {
  for (const double load : {0.2, 0.7}) {
    for (const unsigned shortest : {64U, 300U}) {
      RunConfig config = frames_of(64, 300, 20);
      config.packet_min = shortest;
      config.traffic->load = load;
      config.cycles = 400000;
      CAPTURE(load, shortest);
      const RunResult result = run_point(config);
      CHECK(result.bytes->offered_wire_load == Approx(load).epsilon(0.02));
      CHECK(result.bytes->wire_throughput == Approx(load).epsilon(0.02));
    }
  }
}

TEST_CASE("the load of lengths with weights is a share of wire speed, too", "[testbenches]") {
  for (const char* mix : {"imix", "64B:1,9000B:1"}) {
    RunConfig config = frames_of(64, 64, 20);
    set_key(config, "packet", mix, "");
    config.traffic->load = 0.6;
    config.cycles = 2000000;
    CAPTURE(mix);
    const RunResult result = run_point(config);
    CHECK(result.bytes->offered_wire_load == Approx(0.6).epsilon(0.02));
    CHECK(result.bytes->wire_throughput == Approx(0.6).epsilon(0.02));
  }
}

TEST_CASE("slow links and a speed-up keep the frames' rate", "[testbenches]") {
  RunConfig config = frames_of(64, 64, 20);
  config.switch_name = "voq";
  config.speedup = 2;
  CHECK(std::abs(static_cast<double>(run_point(config).delivered_packets) / 4 -
                 kFrameCycles / 2 * 8 / 84.0) <= 1);
  config = frames_of(64, 64, 20);
  config.traffic->output_period = "3";
  CHECK(std::abs(static_cast<double>(run_point(config).delivered_packets) / 4 -
                 kFrameCycles / 3 * 8 / 84.0) <= 1);
}
