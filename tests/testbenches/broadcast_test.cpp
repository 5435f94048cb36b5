// SPDX-License-Identifier: Apache-2.0
// All-to-all broadcast on one switch: which algorithm is faster (Jacunski et al. 1999, table 1).
#include <cmath>

#include "testbenches/run_point.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Completion [us] with the hosts of experiments/clusters/jacunski-<start-up>us.toml.
double completion(const std::string& schedule, unsigned nodes, unsigned flits, unsigned startup_us) {
  RunConfig config;
  config.engine = "fast";
  config.cluster =
      XBARLAB_SOURCE_DIR "/experiments/clusters/jacunski-" + std::to_string(startup_us) + "us.toml";
  config.schedule = schedule;
  config.ports = nodes;
  config.packets_per_message = flits;
  config.depth = 16;
  config.route_delay = 31;
  return *run_point(config).completion_seconds * 1e6;
}

}  // namespace

TEST_CASE("simultaneous broadcast is faster than combining where the paper's table 1 says", "[testbenches]") {
  const unsigned flits = GENERATE(128U, 1024U);
  const unsigned startup_us = GENERATE(5U, 10U, 20U, 30U);
  // L: a message and its way through the switch; o: half of the start-up.
  const double latency = flits * 0.016 + 0.548;
  const double overhead = startup_us / 2.0;
  if (latency <= overhead) return;  // the table has no condition for that
  unsigned decided = 0;
  for (unsigned nodes = 4; nodes <= 32; nodes += 2) {
    const double rounds = std::ceil(std::log2(nodes));
    const double simultaneous = latency > 2 * overhead
                                    ? 2 * overhead + (nodes - 1) * latency
                                    : 2 * overhead * (nodes - 2) + 2 * latency;  // g_s = L; g_s = 2o, g = L
    const double combining = rounds * 2 * overhead + (nodes - 1) * latency;
    if (std::abs(simultaneous / combining - 1) < 0.05) continue;  // a tie, for formulas that know no flits
    ++decided;
    CAPTURE(flits, startup_us, nodes, simultaneous, combining);
    CHECK((completion("simultaneous-broadcast", nodes, flits, startup_us) <
           completion("combining", nodes, flits, startup_us)) == (simultaneous < combining));
  }
  CHECK(decided >= 5);
}
