// SPDX-License-Identifier: Apache-2.0
#include "host/config/setup.h"
#include "testbenches/record/run_point.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("no link is busier than it can be, in whatever window") {
  for (const std::uint64_t cycles : {1U, 9U, 10U, 1001U, 20000U}) {
    RunConfig config;
    config.topology = "hierarchy(2,3,10)";
    config.engine = "fast";
    config.traffic = "permutation";
    config.load = 1;
    config.packet_min = config.packet_max = 24;
    config.warmup = 1003;
    config.cycles = cycles;
    INFO(cycles << " cycles");
    const RunResult r = run_point(resolve(config), {}, {}, {});
    for (const LinkResult& link : r.network->links) CHECK(link.utilisation <= 1);
    CHECK(r.network->bottleneck.utilisation <= 1);
    // Every host gets what one other host sends at its full rate.
    if (cycles == 20000) CHECK(r.network->bottleneck.utilisation > .99);
  }
}
