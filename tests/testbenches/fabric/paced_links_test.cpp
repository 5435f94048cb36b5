// SPDX-License-Identifier: Apache-2.0
// Links between switches, and those of hosts, carry frames with gaps at wire speed, and no faster.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

constexpr unsigned kPacedFrame = 64, kPacedGap = 20, kPacedBeat = 8;
constexpr std::uint64_t kPacedCycles = 40000;

RunConfig paced_frames(const std::string& topology, const std::string& latency) {
  RunConfig config = config_of(
      "engine fast, traffic permutation, packet 64B, gap 20B, depth 2048, warmup 5000, load 1, topology " +
      topology + ", link-latency " + latency);
  config.cycles = kPacedCycles;
  return config;
}

}  // namespace

TEST_CASE("two hosts' frames share a link between switches at its wire speed") {
  for (const std::string latency : {"0", "1", "7"}) {
    RunConfig config = paced_frames("two-switches(2,2)", latency);
    config.ranks = "0,2,1,3";  // each sends to the other switch
    CAPTURE(latency);
    const NetworkResult n = run_point(resolve(config)).network.value();
    REQUIRE(n.links.size() == 2);
    const double frames = kPacedCycles * kPacedBeat / double{kPacedFrame + kPacedGap};
    for (const LinkResult& link : n.links)
      CHECK(std::abs(static_cast<double>(link.packets) - frames) <= 1.01);
  }
}

TEST_CASE("no link of a network is faster than its frames with their gaps") {
  for (const std::string latency : {"auto", "0"}) {
    CAPTURE(latency);
    const RunConfig config = paced_frames("hierarchy(2,3,10)", latency);
    const NetworkResult n = run_point(resolve(config)).network.value();
    const double most = double{kPacedFrame} / (kPacedFrame + kPacedGap);
    double busiest = 0;
    for (const auto* links : {&n.links, &n.host_links}) {
      for (const LinkResult& link : *links) {
        CAPTURE(link.from, link.to);
        CHECK(link.utilisation <= most + 0.003);
        busiest = std::max(busiest, link.utilisation);
      }
    }
    CHECK(busiest == Approx(most).margin(0.003));
  }
}

TEST_CASE("hosts of one switch of a network have the wire speed of a switch by itself") {
  RunConfig config = paced_frames("two-switches(3,3)", "4");
  config.ranks = "0,1,2";
  RunConfig alone = config;
  alone.topology = "one-switch";
  alone.link_latency = RunConfig().link_latency;
  alone.ports = 3;
  alone.ranks = "all";
  const double frames = kPacedCycles * kPacedBeat / double{kPacedFrame + kPacedGap};
  const RunResult in_network = run_point(config);
  CHECK(std::abs(static_cast<double>(in_network.delivered_packets) - 3 * frames) <= 3);
  REQUIRE(in_network.bytes);
  CHECK(std::abs(static_cast<double>(in_network.bytes->delivered_bytes) - 3 * frames * kPacedFrame) <=
        3 * kPacedFrame);
  CHECK(in_network.bytes->wire_throughput == Approx(0.5).epsilon(0.001));  // three hosts of six
  CHECK(in_network.bytes->offered_wire_load == Approx(0.5).epsilon(0.001));
  CHECK(std::abs(static_cast<double>(run_point(alone).delivered_packets) - 3 * frames) <= 3);
}

TEST_CASE("frames with gaps in a network give the same record on every engine", "[lockstep]") {
  for (const std::string latency : {"0", "3"}) {
    RunConfig config = paced_frames("two-switches(2,2)", latency);
    set_key(config, "packet", "1B..200B", "");
    config.traffic->traffic = "uniform";
    config.traffic->load = 0.9;
    config.cycles = 5000;
    config.warmup = 100;
    CAPTURE(latency);
    record_on(config, "fast rtl systemc");
    CHECK_NOTHROW(record_on(config, "lockstep"));
  }
}
