// SPDX-License-Identifier: Apache-2.0
// Dimension order on a mesh: how busy each cable is, by counting the pairs of hosts that use it (Dally and
// Towles 2004, section 3.2).
#include <cmath>
#include <string>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("each cable of a mesh is as busy as the pairs of hosts that use it", "[testbenches]") {
  constexpr unsigned kSide = 8, kHosts = kSide * kSide;
  RunConfig config;
  config.topology = "mesh(8,8)";
  config.engine = Engine::Fast;
  config.traffic->load = 0.4;  // the busiest cable is at .81; by one root the mesh would carry .15
  config.warmup = 2000;
  config.cycles = 8000;
  const RunResult r = run_point(config);
  CHECK(r.throughput.mean == Approx(config.traffic->load).epsilon(0.01));
  REQUIRE(r.network);
  REQUIRE(r.network->links.size() == 4 * kSide * (kSide - 1));
  const auto number = [](const std::string& name) {
    return static_cast<unsigned>(std::stoul(name.substr(1)));
  };
  for (const LinkResult& link : r.network->links) {
    CAPTURE(link.from, link.to);
    const unsigned from = number(link.from), to = number(link.to);
    const bool in_row = from / kSide == to / kSide;
    const unsigned a = in_row ? from % kSide : from / kSide, b = in_row ? to % kSide : to / kSide;
    const unsigned behind = a < b ? a + 1 : kSide - a, ahead = kSide - behind;
    const double busy = config.traffic->load * behind * ahead * kSide / (kHosts - 1);
    CHECK(std::abs(link.utilisation - busy) < 6 * std::sqrt(busy / static_cast<double>(config.cycles)));
  }
}
