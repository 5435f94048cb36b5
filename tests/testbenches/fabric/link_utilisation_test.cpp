// SPDX-License-Identifier: Apache-2.0
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

TEST_CASE("no link is busier than it can be, in whatever window") {
  for (const std::uint64_t cycles : {1U, 9U, 10U, 1001U, 20000U}) {
    RunConfig config = config_of("topology hierarchy(2,3,10), engine fast, traffic permutation, load 1");
    config.packet_min = config.packet_max = 24;
    config.warmup = 1003;
    config.cycles = cycles;
    INFO(cycles << " cycles");
    const RunResult r = run_point(resolve(config), {}, {}, {});
    for (const LinkResult& link : r.network->links) CHECK(link.utilisation <= 1);
    for (const LinkResult& link : r.network->host_links) CHECK(link.utilisation <= 1);
    CHECK(r.network->bottleneck.utilisation <= 1);
    // Every host gets what one other host sends at its full rate.
    if (cycles == 20000) CHECK(r.network->bottleneck.utilisation > .99);
  }
}

TEST_CASE("a host's link to its switch carries what the network delivers from it") {
  for (const unsigned latency : {0, 7}) {
    INFO("latency " << latency);
    RunConfig config = config_of(
        "topology two-switches(3,2), engine fast, schedule linear, packets-per-message 50, packet 9");
    config.link_latency = latency;
    const NetworkResult n = run_point(resolve(config)).network.value();
    REQUIRE(n.host_links.size() == 10);
    for (unsigned host = 0; host < 5; ++host) {
      const std::string name = "host " + std::to_string(host);
      const LinkResult& up = n.host_links[2 * host];
      const LinkResult& down = n.host_links[2 * host + 1];
      CHECK(up.from == name);
      CHECK(down.to == name);
      CHECK(up.to == down.from);
      // As much to each of four others as from them.
      CHECK(up.packets == 200);
      CHECK(down.packets == 200);
      CHECK(up.utilisation == down.utilisation);
    }
  }
}

TEST_CASE("a host that sends to many others is the bottleneck") {
  const RunConfig config = config_of(
      "topology two-switches(4,4), engine fast, schedule liquid, transfers 1>2..7, packets-per-message 500, "
      "packet 9");
  const LinkResult busiest = run_point(resolve(config)).network.value().bottleneck;
  CHECK(busiest.from == "host 1");
  CHECK(busiest.to == "s0");
  CHECK(busiest.packets == 3000);
  CHECK(busiest.utilisation > .99);
}

TEST_CASE("of equally busy links the bottleneck is the first, those from hosts last") {
  // Each host sends to the next one at its full rate, and nobody meets anybody: all links are busy all the
  // time.
  const RunConfig config = config_of(
      "topology two-switches(2,2), engine fast, traffic permutation, load 1, packet 4, warmup 100, "
      "cycles 1001");
  const NetworkResult n = run_point(resolve(config)).network.value();
  for (const auto* links : {&n.links, &n.host_links})
    for (const LinkResult& link : *links) CHECK(link.utilisation == 1);
  CHECK(n.bottleneck.from == "s0");
  CHECK(n.bottleneck.to == "host 0");
}
