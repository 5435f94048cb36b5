// SPDX-License-Identifier: Apache-2.0
#include "host/network/fixed_routes.h"

#include "host/liquid/network_transfers.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

struct Fixed {
  Topology topology;
  Wiring wiring{topology};
  Routes free = routes_of(topology, wiring);
  Routes routes = fixed_routes_of(topology, wiring);

  explicit Fixed(const std::string& name) : topology(make_topology(name)) {}

  /// Cables between switches on the way of a packet; each port is one that the topology's routes allow.
  [[nodiscard]] unsigned cables(unsigned source, unsigned destination) const {
    unsigned at = wiring.switch_of(source);
    const unsigned to = wiring.switch_of(destination);
    unsigned count = 0;
    for (unsigned phase = 0; at != to; ++count) {
      const unsigned port = routes.fixed_port(at, phase, to, destination);
      REQUIRE((free.ports(at, phase, to) >> port & 1U) == 1);
      phase = free.next_phase(at, phase, port);
      at = wiring.end(at, port).index;
      REQUIRE(count < wiring.switches());
    }
    return count;
  }
};

}  // namespace

TEST_CASE("fixed paths are paths of the topology's routes", "[host][network]") {
  for (const char* name : {"fat-tree(4)", "irregular(10,40,3)", "torus(4,3,2)", "mesh(3,3)", "k-ring"}) {
    CAPTURE(name);
    const Fixed f(name);
    CHECK_FALSE(f.routes.adaptive);
    for (unsigned source = 0; source < f.wiring.hosts(); ++source) {
      for (unsigned destination = 0; destination < f.wiring.hosts(); ++destination) {
        const bool here = f.wiring.switch_of(source) == f.wiring.switch_of(destination);
        REQUIRE((f.cables(source, destination) == 0) == here);
      }
    }
  }
}

TEST_CASE("routes that do not adapt stay as they are", "[host][network]") {
  const Fixed f("k-ring");
  REQUIRE_FALSE(f.free.adaptive);
  for (unsigned host = 0; host < 32; ++host) {
    const unsigned to = f.wiring.switch_of(host);
    for (unsigned at = 0; at < 8; ++at)
      if (at != to) CHECK(f.routes.fixed_port(at, 0, to, host) == f.free.fixed_port(at, 0, to, host));
  }
}

TEST_CASE("in a fat tree the hosts' own links are the busiest ones", "[host][network]") {
  for (const auto& [name, count] :
       {std::pair{"fat-tree(4)", 16U}, {"fat-tree(6)", 54U}, {"fat-tree(8)", 128U}}) {
    CAPTURE(name);
    const Fixed f(name);
    std::vector<unsigned> hosts(count);
    for (unsigned host = 0; host < count; ++host) hosts[host] = host;
    const TransferSet set = transfers_over(f.topology, f.wiring, f.routes, complete_exchange_of(hosts));
    CHECK(set.duration() == count);
    // By the destination's number alone half the core is idle.
    Routes by_number = f.free;
    by_number.adaptive = false;
    CHECK(transfers_over(f.topology, f.wiring, by_number, complete_exchange_of(hosts)).duration() > count);
  }
}

TEST_CASE("paths that a topology gives stay as they are", "[host][network]") {
  Topology square = make_topology("mesh(2,2)");
  square.routing = Routing::Shortest;
  const Wiring wiring(square);
  for (const unsigned by : {1U, 2U}) {
    CAPTURE(by);
    square.host_routes = {{0, 3, by}};
    const Routes routes = with_fixed_paths(wiring, routes_of(square, wiring), true);
    CHECK(wiring.end(0, routes.fixed_port(0, 0, 3, 3)).index == by);
  }
}
