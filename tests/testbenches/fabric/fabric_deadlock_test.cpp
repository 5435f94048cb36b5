// SPDX-License-Identifier: Apache-2.0
#include "host/base/errors.h"
#include "host/network/route_check.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// Every host sends long packets two switches on round the ring, all at once.
std::vector<naive::Packet> two_on(unsigned hosts) {
  std::vector<naive::Packet> packets;
  for (unsigned n = 0; n < 20; ++n) {
    for (unsigned host = 0; host < hosts; ++host) packets.push_back({host, (host + 2) % hosts, 150, 0});
  }
  return packets;
}

/// What the run says that ends by itself, or whose hosts are stopped in a cycle.
std::string deadlock_of(const FabricCase& c, std::uint64_t stop_at = 0) {
  const ResolvedNetwork setup = fabric_of(c);
  SmallFabric small(setup, two_on(setup.wiring.hosts()));
  try {
    if (stop_at == 0) {
      small.run();
    } else {
      small.fabric.advance(stop_at);
      small.fabric.drain();
    }
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("channels that wait for each other in a circle are named") {
  for (const std::uint64_t latency : {0U, 1U, 6U}) {
    for (const std::string name : {"input", "voq", "shared", "output"}) {
      FabricCase c{"torus(5,1)"};
      c.latency = latency;
      c.switch_name = name;
      c.depth = 16;
      c.longest = 150;
      c.routing = Routing::Shortest;
      INFO(name << " latency " << latency);
      const ResolvedNetwork setup = fabric_of(c);
      REQUIRE(!channel_cycle(setup.topology, setup.wiring, setup.routes).empty());
      for (const std::uint64_t stop_at : {0U, 3000U}) {
        const std::string message = deadlock_of(c, stop_at);
        INFO(message);
        CHECK(message.find("no progress since cycle") == 0);
        CHECK(message.find("deadlock: s0 -> s1 waits for s1 -> s2") != std::string::npos);
        CHECK(message.find("s4 -> s0 waits for s0 -> s1") != std::string::npos);
      }
    }
  }
}

TEST_CASE("the same packets come to their end by up*/down*") {
  for (const std::uint64_t latency : {0U, 1U, 6U}) {
    FabricCase c{"torus(5,1)"};
    c.latency = latency;
    c.depth = 16;
    c.longest = 150;
    CHECK(deadlock_of(c).empty());
  }
}

TEST_CASE("a packet that takes longer than a network waits for progress is no deadlock") {
  for (const std::uint64_t latency : {0U, 1U, 6U, 300U}) {
    FabricCase c{"two-switches(3,2)"};
    c.latency = latency;
    c.longest = 60000;
    const ResolvedNetwork setup = fabric_of(c);
    SmallFabric small(setup, {{0, 4, 60000, 0}});
    INFO("latency " << latency);
    CHECK_NOTHROW(small.run());
    CHECK(small.deliveries[0].last_out > 60000 + latency);
  }
}

TEST_CASE("a network waits for progress as long as its slowest switch delays a packet") {
  // The first of them does; the hosts have stopped, and know of nothing to come.
  for (const bool delays_first : {true, false}) {
    FabricCase c{"two-switches(1,1)"};
    ResolvedNetwork setup = fabric_of(c);
    Setup& slow = setup.switches[delays_first ? 0 : 1];
    slow.config.route_delay = 3 * SwitchRun::kPatienceCycles / 2;
    slow = resolve(slow.config);
    SmallFabric small(setup, {{0, 1, 4, 0}});
    INFO("delays first: " << delays_first);
    CHECK_NOTHROW(small.run());
    CHECK(small.deliveries[0].last_out > slow.config.route_delay);
  }
}
