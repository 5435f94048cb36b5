// SPDX-License-Identifier: Apache-2.0
// One burst of F hosts to an output, B beats each: they bring F B while the output sends B, so that the
// memory has to hold (F - 1) B.
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// A burst of all other hosts, in packets of a word.
RunConfig one_burst(const char* switch_name, unsigned ports, std::uint64_t beats) {
  RunConfig config;
  config.switch_name = switch_name;
  config.ports = ports;
  config.packet_min = config.packet_max = 2 * ports;
  config.packet_given = true;
  config.traffic->traffic = "incast";
  config.traffic->load = 0;
  config.traffic->incast_bytes = std::to_string(beats * 8) + "B";
  config.cycles = 100000;
  config.traffic->period = config.cycles;
  config.warmup = 0;
  config.flow = FlowControl::Drop;
  config.engine = Engine::Fast;
  return config;
}

}  // namespace

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
