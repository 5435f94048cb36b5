// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/link/scoreboard.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/traffic/traffic.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kSourcePorts = 4;

RunConfig sources_between(double load, unsigned packet_min, unsigned packet_max) {
  RunConfig config;
  config.ports = kSourcePorts;
  config.traffic->load = load;
  config.packet_min = packet_min;
  config.packet_max = packet_max;
  return config;
}

/// Hosts whose switch takes a beat in every third cycle.
struct SourceHosts {
  explicit SourceHosts(const RunConfig& config)
      : workload(config, {kSourcePorts, 1, {}}, HostRange::of_one_switch(kSourcePorts),
                 HostList(kSourcePorts)) {}

  void end_cycle(std::uint64_t now) {
    if (now % 3 != 0) return;
    const SwitchInputs in = transmitter.wires();
    transmitter.advance(in.s_tvalid, now, scoreboard);
    for_each_port(in.s_tvalid & in.s_tuser,
                  [&](unsigned port) { scoreboard.delivered(port, in.s_tdest[port]); });
  }

  TrafficWorkload workload;
  Transmitter transmitter{kSourcePorts, 0};
  Scoreboard scoreboard{kSourcePorts};
};

}  // namespace

TEST_CASE("hosts that are asked only when they are not quiet start the same packets", "[host]") {
  for (const double load : {0.01, 0.2, 0.5, 1.0}) {
    for (const unsigned longest : {4U, 24U}) {
      const RunConfig config = sources_between(load, 4, longest);
      SourceHosts always(config), seldom(config);
      unsigned asked = 0;
      constexpr unsigned kCycles = 20000;
      for (std::uint64_t now = 0; now < kCycles; ++now) {
        always.workload.before_cycle(now, always.transmitter);
        if (seldom.workload.quiet_until(now, seldom.transmitter) <= now) {
          seldom.workload.before_cycle(now, seldom.transmitter);
          ++asked;
        }
        REQUIRE(seldom.transmitter.busy() == always.transmitter.busy());
        for_each_port(always.transmitter.busy(), [&](unsigned port) {
          REQUIRE(seldom.transmitter.wires().s_tdata[port] == always.transmitter.wires().s_tdata[port]);
        });
        for (SourceHosts* hosts : {&always, &seldom}) hosts->end_cycle(now);
        REQUIRE((seldom.workload.next_event(now + 1) == Workload::kNever) ==
                (always.workload.next_event(now + 1) == Workload::kNever));
        if (now % 1000 != 999) continue;
        for (SourceHosts* hosts : {&always, &seldom}) hosts->workload.settle(now + 1);
        REQUIRE(seldom.workload.offered_packets() == always.workload.offered_packets());
        REQUIRE(seldom.workload.offered_beats() == always.workload.offered_beats());
      }
      CAPTURE(load, longest);
      // What arrives at busy hosts is not asked for: of each packet, its start.
      CHECK(asked <= seldom.transmitter.packets_started());
    }
  }
}

TEST_CASE("the next arrival at some hosts is the first at any of them", "[host]") {
  const RunConfig config = sources_between(0.3, 2, 9);
  Arrivals arrivals(config, HostRange::of_one_switch(kSourcePorts), HostList(kSourcePorts));
  for (unsigned n = 0; n < 500; ++n) {
    std::uint64_t first = ~std::uint64_t{0};
    for (unsigned port = 0; port < kSourcePorts; ++port)
      first = std::min(first, arrivals.next_cycle(bit(port)));
    REQUIRE(first == arrivals.next_cycle());
    REQUIRE(arrivals.next_cycle(all_ports(kSourcePorts)) == first);
    REQUIRE(arrivals.next_cycle(bit(1) | bit(3)) ==
            std::min(arrivals.next_cycle(bit(1)), arrivals.next_cycle(bit(3))));
    arrivals.take_until(
        first, [&](unsigned port, std::uint64_t) { REQUIRE(arrivals.next_cycle(bit(port)) == first); });
  }
  CHECK(arrivals.next_cycle(0) == ~std::uint64_t{0});
}
