// SPDX-License-Identifier: Apache-2.0
// A stuck output and the memory that its packets fill: who is kept out, who is told to blame, and what a
// limit for each queue gives back.
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr double kIdeal = 7.0 / 8 * 0.5 + 0.001 / 8;  // output 0 takes a beat in 1000 cycles

RunResult stuck(const std::string& switch_name, const std::string& sharing, const std::string& flow) {
  RunConfig config;
  config.switch_name = switch_name;
  config.sharing = *find_choice<Sharing>(sharing);
  config.flow = *find_choice<FlowControl>(flow);
  config.engine = Engine::Fast;
  config.ports = 8;
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

TEST_CASE("under back-pressure a stuck output stops every architecture", "[testbenches]") {
  const std::string name = GENERATE(from_range(names(switches())));
  CAPTURE(name);
  CHECK(stuck(name, "complete", "back-pressure").throughput.mean < 0.005);
}
