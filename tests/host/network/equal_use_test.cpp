// SPDX-License-Identifier: Apache-2.0
// Where nothing adapts, the links of a level are used alike.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "host/base/random.h"
#include "host/network/fixed_routes.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

using Loads = std::vector<std::vector<std::uint64_t>>;  // by switch and port

/// A network whose routes do not adapt, as a run with flow drop makes them.
struct FixedNetwork {
  Topology topology;
  Wiring wiring{topology};
  Routes free = routes_of(topology, wiring);
  Routes routes = with_fixed_paths(wiring, free, true);

  explicit FixedNetwork(Topology of) : topology(std::move(of)) {}

  [[nodiscard]] Loads none() const {
    Loads loads(wiring.switches());
    for (unsigned s = 0; s < wiring.switches(); ++s) loads[s].assign(wiring.ports(s), 0);
    return loads;
  }
  void add(Loads& loads, unsigned source, unsigned destination) const {
    const unsigned to = wiring.switch_of(destination);
    unsigned phase = 0;
    for (unsigned at = wiring.switch_of(source); at != to;) {
      const unsigned port = routes.fixed_port(at, phase, to, destination);
      REQUIRE((free.ports(at, phase, to) >> port & 1U) == 1);
      ++loads[at][port];
      phase = routes.next_phase(at, phase, port);
      at = wiring.end(at, port).index;
    }
  }
  [[nodiscard]] Loads complete_exchange() const {
    Loads loads = none();
    for (unsigned a = 0; a < wiring.hosts(); ++a) {
      for (unsigned b = 0; b < wiring.hosts(); ++b) add(loads, a, b);
    }
    return loads;
  }
};

std::string without_number(std::string name) {
  while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
  return name;
}

/// The loads of all links between two kinds of switches: `edge > core`.
std::map<std::string, std::vector<std::uint64_t>> by_kind(const FixedNetwork& n, const Loads& loads) {
  std::map<std::string, std::vector<std::uint64_t>> levels;
  for (unsigned s = 0; s < n.wiring.switches(); ++s) {
    for (unsigned port = n.wiring.hosts(s); port < n.wiring.ports(s); ++port) {
      const std::string& far = n.topology.switches[n.wiring.end(s, port).index].name;
      levels[without_number(n.topology.switches[s].name) + " > " + without_number(far)].push_back(
          loads[s][port]);
    }
  }
  return levels;
}

/// Of a grid all links in one direction: `x+`.
std::map<std::string, std::vector<std::uint64_t>> by_direction(const FixedNetwork& n, const Loads& loads,
                                                               unsigned columns, unsigned rows) {
  std::map<std::string, std::vector<std::uint64_t>> levels;
  for (unsigned s = 0; s < n.wiring.switches(); ++s) {
    for (unsigned port = n.wiring.hosts(s); port < n.wiring.ports(s); ++port) {
      const unsigned far = n.wiring.end(s, port).index;
      const bool in_row = s / columns == far / columns;
      const bool forward =
          in_row ? (s + 1) % columns == far % columns : (s / columns + 1) % rows == far / columns;
      levels[std::string(in_row ? "x" : "y") + (forward ? "+" : "-")].push_back(loads[s][port]);
    }
  }
  return levels;
}

/// Of a mesh all links between the same two columns, or rows: `x1>2`.
std::map<std::string, std::vector<std::uint64_t>> by_place(const FixedNetwork& n, const Loads& loads,
                                                           unsigned columns) {
  std::map<std::string, std::vector<std::uint64_t>> levels;
  for (unsigned s = 0; s < n.wiring.switches(); ++s) {
    for (unsigned port = n.wiring.hosts(s); port < n.wiring.ports(s); ++port) {
      const unsigned far = n.wiring.end(s, port).index;
      const bool in_row = s / columns == far / columns;
      const auto place = [&](unsigned at) { return std::to_string(in_row ? at % columns : at / columns); };
      levels[(in_row ? "x" : "y") + place(s) + ">" + place(far)].push_back(loads[s][port]);
    }
  }
  return levels;
}

struct Grid {
  unsigned columns, rows, hosts;

  [[nodiscard]] std::string name(const std::string& kind) const {
    return kind + "(" + std::to_string(columns) + "," + std::to_string(rows) + "," + std::to_string(hosts) +
           ")";
  }
};

void check_alike(const std::vector<std::uint64_t>& loads, double share) {
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  CHECK(*least > 0);
  CHECK(static_cast<double>(*most) <= (1 + share) * static_cast<double>(*least));
}

Topology with_routing(Routing routing, Topology topology) {
  topology.routing = routing;
  return topology;
}
Topology with_shortest(Topology topology) { return with_routing(Routing::Shortest, std::move(topology)); }

/// Leaves with hosts, each with a cable to each spine.
Topology leaf_spine(unsigned leaves, unsigned spines, unsigned hosts) {
  Topology topology;
  topology.routing = Routing::Shortest;
  for (unsigned n = 0; n < leaves; ++n) topology.switches.push_back({"leaf" + std::to_string(n), hosts, {}});
  for (unsigned n = 0; n < spines; ++n) topology.switches.push_back({"spine" + std::to_string(n), 0, {}});
  for (unsigned leaf = 0; leaf < leaves; ++leaf) {
    for (unsigned spine = 0; spine < spines; ++spine) topology.cables.push_back({leaf, leaves + spine, {}});
  }
  return topology;
}

Topology hypercube(unsigned dimensions) {
  Topology topology;
  topology.routing = Routing::Shortest;
  for (unsigned s = 0; s < 1U << dimensions; ++s)
    topology.switches.push_back({"s" + std::to_string(s), 1, {}});
  for (unsigned s = 0; s < 1U << dimensions; ++s) {
    for (unsigned d = 0; d < dimensions; ++d) {
      if ((s >> d & 1U) == 0) topology.cables.push_back({s, s | 1U << d, {}});
    }
  }
  return topology;
}

}  // namespace

TEST_CASE("a complete exchange uses all links of a level of a fat tree exactly alike", "[host][network]") {
  for (const char* name : {"fat-tree(2)", "fat-tree(4)", "fat-tree(6)", "fat-tree(8)", "fat-tree(12)"}) {
    CAPTURE(name);
    const FixedNetwork n(make_topology(name));
    for (const auto& [level, loads] : by_kind(n, n.complete_exchange())) {
      CAPTURE(level);
      check_alike(loads, 0);
    }
  }
}

TEST_CASE("so does it in networks of leaves and spines", "[host][network]") {
  for (const unsigned spines : {2U, 3U, 4U, 7U}) {
    for (const unsigned leaves : {2U, 4U, 9U}) {
      CAPTURE(leaves, spines);
      const FixedNetwork n(leaf_spine(leaves, spines, 2 * spines));
      for (const auto& [level, loads] : by_kind(n, n.complete_exchange())) check_alike(loads, 0);
    }
  }
}

// No fixed routes use all links of a level alike in every permutation: of the destinations in other pods more
// than k/2 are reached by one of the k/2 ports of an edge switch, and a permutation may send all hosts of
// that switch there. What can be had is that they are alike on the average of permutations, and that no link
// down is used twice.
TEST_CASE(
    "random permutations use all links of a level of a fat tree alike on the average, and no link down twice",
    "[host][network]") {
  for (const char* name : {"fat-tree(4)", "fat-tree(8)"}) {
    CAPTURE(name);
    const FixedNetwork n(make_topology(name));
    RandomStream random(7, StreamPurpose::Length, 0);
    Loads sum = n.none();
    for (unsigned round = 0; round < 4000; ++round) {
      const std::vector<unsigned> to = random.permutation(n.wiring.hosts());
      Loads loads = n.none();
      for (unsigned host = 0; host < n.wiring.hosts(); ++host) n.add(loads, host, to[host]);
      for (const auto& [level, of_level] : by_kind(n, loads)) {
        if (level == "core > aggregation" || level == "aggregation > edge")
          REQUIRE(*std::max_element(of_level.begin(), of_level.end()) <= 1);
      }
      for (unsigned s = 0; s < n.wiring.switches(); ++s) {
        for (unsigned port = 0; port < n.wiring.ports(s); ++port) sum[s][port] += loads[s][port];
      }
    }
    for (const auto& [level, loads] : by_kind(n, sum)) {
      CAPTURE(level);
      check_alike(loads, .1);
    }
  }
}

TEST_CASE("a complete exchange by shortest paths uses all links of a direction of a torus alike",
          "[host][network]") {
  for (const Grid& g :
       {Grid{3, 3, 1}, {4, 4, 1}, {5, 4, 1}, {6, 6, 1}, {8, 8, 1}, {4, 4, 3}, {6, 4, 2}, {7, 5, 2}}) {
    CAPTURE(g.columns, g.rows, g.hosts);
    const FixedNetwork n(with_shortest(make_topology(g.name("torus"))));
    for (const auto& [level, loads] : by_direction(n, n.complete_exchange(), g.columns, g.rows)) {
      CAPTURE(level);
      check_alike(loads, .1);
    }
  }
}

// What crosses a mesh between two columns is known; it is the rows that can share it.
TEST_CASE("and of a mesh all links between the same two columns or rows", "[host][network]") {
  for (const Grid& g : {Grid{2, 3, 1}, {3, 3, 1}, {4, 4, 1}, {5, 3, 2}, {6, 2, 1}, {8, 8, 1}, {10, 10, 2}}) {
    CAPTURE(g.columns, g.rows, g.hosts);
    const FixedNetwork n(with_shortest(make_topology(g.name("mesh"))));
    for (const auto& [level, loads] : by_place(n, n.complete_exchange(), g.columns)) {
      CAPTURE(level);
      check_alike(loads, .1);
    }
  }
}

// Of five dimensions 15 to 17 pairs, 16 on the average: one more or less is more than a twentieth.
TEST_CASE("a complete exchange uses all links of a hypercube alike", "[host][network]") {
  for (const unsigned dimensions : {3U, 4U, 5U, 6U}) {
    CAPTURE(dimensions);
    const FixedNetwork n(hypercube(dimensions));
    std::vector<std::uint64_t> all;
    for (const auto& [level, loads] : by_kind(n, n.complete_exchange())) {
      all.insert(all.end(), loads.begin(), loads.end());
    }
    check_alike(all, dimensions == 5 ? .14 : .1);
  }
}

TEST_CASE("several cables between two switches are used alike", "[host][network]") {
  for (const char* name : {"irregular(10,128,1)", "irregular(10,128,2)", "irregular(20,256,1)"}) {
    CAPTURE(name);
    const FixedNetwork n(make_topology(name));
    const Loads loads = n.complete_exchange();
    unsigned pairs = 0;
    for (unsigned s = 0; s < n.wiring.switches(); ++s) {
      std::map<unsigned, std::vector<std::uint64_t>> to;
      for (unsigned port = n.wiring.hosts(s); port < n.wiring.ports(s); ++port)
        to[n.wiring.end(s, port).index].push_back(loads[s][port]);
      for (const auto& [far, cables] : to) {
        if (cables.size() < 2 || *std::max_element(cables.begin(), cables.end()) == 0) continue;
        check_alike(cables, .1);
        ++pairs;
      }
    }
    CHECK(pairs > 0);
  }
}

// Up*/down* routes cannot: the only legal path of many pairs leads by the root, and only few pairs may use
// links far from it, whatever is chosen.
TEST_CASE("by up*/down* no choice of paths uses all links of a torus alike", "[host][network]") {
  const FixedNetwork n(with_routing(Routing::UpDown, make_topology("torus(8,8)")));
  Loads forced = n.none();    // pairs with one path, which is by this link
  Loads possible = n.none();  // pairs with a path by this link
  for (unsigned a = 0; a < n.wiring.switches(); ++a) {
    for (unsigned b = 0; b < n.wiring.switches(); ++b) {
      Loads of_pair = n.none();
      bool has_choice = false;
      std::vector<std::pair<unsigned, unsigned>> open{{a, 0}};  // switch and phase
      while (!open.empty()) {
        const unsigned at = open.back().first, phase = open.back().second;
        open.pop_back();
        if (at == b) continue;
        has_choice |= port_count(n.free.ports(at, phase, b)) > 1;
        for_each_port(n.free.ports(at, phase, b), [&](unsigned port) {
          of_pair[at][port] = 1;
          open.emplace_back(n.wiring.end(at, port).index, n.free.next_phase(at, phase, port));
        });
      }
      for (unsigned s = 0; s < n.wiring.switches(); ++s) {
        for (unsigned port = 0; port < n.wiring.ports(s); ++port) {
          possible[s][port] += of_pair[s][port];
          if (!has_choice) forced[s][port] += of_pair[s][port];
        }
      }
    }
  }
  std::uint64_t most_forced = 0, least_possible = ~std::uint64_t{0};
  for (unsigned s = 0; s < n.wiring.switches(); ++s) {
    for (unsigned port = n.wiring.hosts(s); port < n.wiring.ports(s); ++port) {
      most_forced = std::max(most_forced, forced[s][port]);
      least_possible = std::min(least_possible, possible[s][port]);
    }
  }
  CHECK(most_forced == 41);
  CHECK(least_possible == 32);
}
