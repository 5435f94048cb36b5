// SPDX-License-Identifier: Apache-2.0
#include "host/network/routes.h"

#include <vector>

#include "host/base/random.h"
#include "host/network/route_check.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Cables on the way of packets from a switch to another one, whatever free port is taken; all ways are
/// equally long.
unsigned hops(const Wiring& wiring, const Routes& routes, unsigned from, unsigned to, unsigned phase = 0) {
  if (from == to) return 0;
  unsigned length = 0;
  for_each_port(routes.ports(from, phase, to), [&](unsigned port) {
    const unsigned rest =
        hops(wiring, routes, wiring.end(from, port).index, to, routes.next_phase(from, phase, port));
    REQUIRE((length == 0 || length == rest + 1));
    length = rest + 1;
  });
  REQUIRE(length > 0);
  return length;
}

/// The n-th port of a set, one by one; n counts from 0 and goes round.
unsigned nth(PortMask ports, unsigned n) {
  std::vector<unsigned> list;
  for_each_port(ports, [&](unsigned port) { list.push_back(port); });
  return list[n % list.size()];
}

}  // namespace

TEST_CASE("a packet takes the port that its host's number gives, of whatever ports there are",
          "[host][network]") {
  Routes routes(2);
  const auto check = [&](PortMask ports) {
    routes.set(0, 0, 1, ports);
    for (const unsigned host : {0U, 1U, 2U, 3U, 7U, 63U, 64U, 65U, 4094U, 4095U})
      REQUIRE(routes.fixed_port(0, 0, 1, host) == nth(ports, host));
  };
  // One port, all, ports side by side from each to each, and any.
  for (unsigned first = 0; first < kMaxPorts; ++first) {
    for (unsigned last = first; last < kMaxPorts; ++last) {
      const PortMask side_by_side = all_ports(last - first + 1) << first;
      check(side_by_side);
      if (last > first + 1) check(side_by_side & ~bit((first + last) / 2));
    }
  }
  RandomStream random(1, StreamPurpose::Length, 0);
  for (unsigned n = 0; n < 1000; ++n) check(random.next() | bit(random.below(kMaxPorts)));
  for (unsigned n = 0; n < 1000; ++n)
    check((random.next() & random.next() & random.next()) | bit(random.below(kMaxPorts)));
}

TEST_CASE("shortest paths are as long as their networks say", "[host][network]") {
  const Wiring torus(make_topology("torus(4,4)"));
  const Routes routes = shortest_routes(torus);
  CHECK(hops(torus, routes, 0, 3) == 1);
  CHECK(hops(torus, routes, 0, 10) == 4);
  const Wiring mesh(make_topology("mesh(4,4)"));
  CHECK(hops(mesh, shortest_routes(mesh), 0, 15) == 6);
  const Wiring tree(make_topology("fat-tree(4)"));
  const Routes of_tree = shortest_routes(tree);
  CHECK(hops(tree, of_tree, 0, 1) == 2);  // in the pod
  CHECK(hops(tree, of_tree, 0, 7) == 4);  // through the core
  CHECK(port_count(of_tree.ports(0, 0, 7)) == 2);
}

TEST_CASE("what up*/down* routes goes up, then down, and reaches everybody", "[host][network]") {
  for (const char* name : {"two-switches(4,4)", "hierarchy(4,4)", "k-ring", "fat-tree(4)", "mesh(4,3)",
                           "torus(5,4)", "irregular(10,128,1)", "irregular(10,128,2)", "irregular(40,200,3)",
                           "torus(2,2)", "leaf-spine(4,2,3)"}) {
    CAPTURE(name);
    const Topology topology = make_topology(name);
    const Wiring wiring(topology);
    const Routes routes = up_down_routes(wiring);
    CHECK(route_fault(topology, wiring, routes).empty());
    CHECK(channel_cycle(topology, wiring, routes).empty());
    for (unsigned s = 0; s < wiring.switches(); ++s) {
      for (unsigned port = 0; port < wiring.ports(s); ++port) {
        const PortEnd& end = wiring.end(s, port);
        if (end.host) continue;
        // A cable leads down at exactly one of its ends.
        CHECK((routes.down(s) >> port & 1U) != (routes.down(end.index) >> end.port & 1U));
      }
      for (unsigned to = 0; to < wiring.switches(); ++to) {
        if (s != to) CHECK((routes.ports(s, 1, to) & ~routes.down(s)) == 0);
      }
    }
  }
}

TEST_CASE("up*/down* leaves a fat tree only the core switches below its root's aggregation",
          "[host][network]") {
  const Topology topology = make_topology("fat-tree(4)");
  const Wiring wiring(topology);
  const Routes up_down = up_down_routes(wiring);
  const Routes shortest = shortest_routes(wiring);
  CHECK(topology.switches[up_down_root(wiring)].name == "core0");
  CHECK(hops(wiring, up_down, 0, 7) == 4);
  CHECK(port_count(up_down.ports(0, 0, 7)) == 1);
  CHECK(port_count(shortest.ports(0, 0, 7)) == 2);
  // Shortest paths are no danger here: they go up and down as well.
  CHECK(channel_cycle(topology, wiring, shortest).empty());
}

TEST_CASE("shortest paths round a ring wait for each other, and the cycle is named", "[host][network]") {
  const Topology ring = make_topology("torus(4,1)");
  const Wiring wiring(ring);
  const std::string cycle = channel_cycle(ring, wiring, shortest_routes(wiring));
  CHECK((cycle == "s0 -> s1, s1 -> s2, s2 -> s3, s3 -> s0" ||
         cycle == "s1 -> s2, s2 -> s3, s3 -> s0, s0 -> s1" ||
         cycle == "s0 -> s3, s3 -> s2, s2 -> s1, s1 -> s0"));
  const Topology line = make_topology("mesh(4,1)");
  const Wiring wired(line);
  CHECK(channel_cycle(line, wired, shortest_routes(wired)).empty());
}

TEST_CASE("where a memory is full of packets for any output, two directions wait for each other",
          "[host][network]") {
  const Topology two = make_topology("two-switches(4,4)");
  const Wiring wiring(two);
  const Routes routes = up_down_routes(wiring);
  CHECK(channel_cycle(two, wiring, routes, {false, false}, {true, true}) == "s0 -> s1, s1 -> s0");
  CHECK(channel_cycle(two, wiring, routes, {false, false}, {true, false}).empty());
  CHECK(channel_cycle(two, wiring, routes, {false, false}, {false, true}).empty());
  // Packets of one direction only.
  Topology one_way = make_topology("mesh(3,1)");
  one_way.switches[1].hosts = one_way.switches[2].hosts = 0;
  const Wiring wired(one_way);
  CHECK(channel_cycle(one_way, wired, up_down_routes(wired), {}, {true, true, true}).empty());
}

TEST_CASE("tables that lead nowhere or back are found", "[host][network]") {
  const Topology line = make_topology("mesh(3,1)");
  const Wiring wiring(line);
  Routes routes = shortest_routes(wiring);
  REQUIRE(route_fault(line, wiring, routes).empty());
  SECTION("no port") {
    routes.set(0, 0, 2, 0);
    CHECK(route_fault(line, wiring, routes) == "s0 has no port for packets for s2");
  }
  SECTION("back") {
    routes.set(1, 0, 2, bit(1));  // to s0
    CHECK(route_fault(line, wiring, routes) == "packets for s2 come back to s0");
  }
  SECTION("a host's port") {
    routes.set(1, 0, 2, bit(0));
    CHECK(route_fault(line, wiring, routes) == "s1: port 0 for packets for s2 does not lead to a switch");
  }
  SECTION("one of two ways") {
    routes.set(1, 0, 2, bit(1) | bit(2));
    CHECK_FALSE(route_fault(line, wiring, routes).empty());
  }
}
