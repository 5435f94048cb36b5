// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/path_choice.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "host/liquid/certificate_check.h"
#include "host/liquid/liquid_solver.h"
#include "host/network/fixed_routes.h"
#include "host/network/route_check.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

struct Net {
  Topology topology;
  Wiring wiring{topology};
  Routes given = fixed_routes_of(topology, wiring);

  explicit Net(Topology made) : topology(std::move(made)) {}
  explicit Net(const std::string& name) : Net(make_topology(name)) {}

  [[nodiscard]] std::vector<SizedTransfer> exchange() const {
    std::vector<unsigned> hosts(wiring.hosts());
    for (unsigned host = 0; host < wiring.hosts(); ++host) hosts[host] = host;
    return complete_exchange_of(hosts);
  }
  [[nodiscard]] TransferSet over(const Routes& routes, const std::vector<SizedTransfer>& list) const {
    return transfers_over(topology, wiring, routes, list);
  }
};

/// A host each, up*/down*.
Topology ring_of_four() {
  Topology ring;
  ring.name = "ring";
  for (const char* name : {"s0", "s1", "s2", "s3"}) ring.switches.push_back({name, 1, {}});
  ring.cables = {{0, 2, {}}, {2, 1, {}}, {1, 3, {}}, {3, 0, {}}};
  return ring;
}

/// The shortest time of the busiest link over all choices of a path for each transfer, one by one.
class AllPaths {
 public:
  AllPaths(const Net& net, std::vector<SizedTransfer> list) : net_(net), list_(std::move(list)) {
    for (unsigned at = 0; at < net.wiring.switches(); ++at) load_.emplace_back(net.wiring.ports(at), 0);
    choose(0);
  }
  [[nodiscard]] unsigned least() const { return least_; }

 private:
  void choose(std::size_t t) {
    if (t == list_.size()) {
      least_ = std::min(least_, most_);
      return;
    }
    go(t, net_.wiring.switch_of(list_[t].hosts.source), 0);
  }
  void go(std::size_t t, unsigned at, unsigned phase) {
    const unsigned to = net_.wiring.switch_of(list_[t].hosts.destination);
    if (at == to) return choose(t + 1);
    for_each_port(net_.given.ports(at, phase, to), [&](unsigned port) {
      const unsigned before = most_;
      most_ = std::max(most_, load_[at][port] += 1);
      if (most_ < least_) go(t, net_.wiring.end(at, port).index, net_.given.next_phase(at, phase, port));
      load_[at][port] -= 1;
      most_ = before;
    });
  }

  const Net& net_;
  std::vector<SizedTransfer> list_;
  std::vector<std::vector<unsigned>> load_;  // by switch and port
  unsigned most_ = 0, least_ = 1000;
};

}  // namespace

TEST_CASE("chosen paths are legal, and no busier than those given", "[host][liquid]") {
  for (const char* name : {"irregular(8,48,1)", "irregular(10,40,3)", "irregular(6,12,2)", "torus(4,3,2)",
                           "mesh(3,3)", "fat-tree(4)", "k-ring", "two-switches(3,2)", "hierarchy(4,4,10)"}) {
    CAPTURE(name);
    const Net net(name);
    const auto list = net.exchange();
    const PathChoice choice = choose_paths(net.topology, net.wiring, net.given, list, 1);
    CHECK(choice.chosen <= choice.given);
    CHECK(choice.least <= choice.chosen);
    CHECK(choice.least > 0);
    CHECK_FALSE(choice.routes.adaptive);
    CHECK(route_fault(net.topology, net.wiring, choice.routes).empty());
    CHECK(channel_cycle(net.topology, net.wiring, choice.routes) ==
          channel_cycle(net.topology, net.wiring, net.given));
    const TransferSet set = net.over(choice.routes, list);
    CHECK(set.duration() <= net.over(net.given, list).duration());
    for (unsigned link = 0; link < set.links(); ++link)
      CHECK(std::uint64_t{set.load(link)} * set.kind(link).period_cycles <= choice.chosen);
    const LiquidAnswer answer = solve_liquid(set, {});
    CHECK(step_fault(set, answer.schedule).empty());
  }
}

TEST_CASE("what was chosen is what a topology with these routes has", "[host][liquid]") {
  for (const char* name : {"irregular(8,48,1)", "fat-tree(4)", "torus(4,3,2)"}) {
    CAPTURE(name);
    const Net net(name);
    const auto list = net.exchange();
    const PathChoice choice = choose_paths(net.topology, net.wiring, net.given, list, 1);
    Topology written = net.topology;
    written.host_routes = host_routes_of(net.wiring, choice.routes);
    REQUIRE_FALSE(written.host_routes.empty());
    const Net again(written);
    CHECK_FALSE(again.given.adaptive);
    std::set<std::array<unsigned, 3>> passed;  // host, switch, phase
    for (const SizedTransfer& t : list) {
      unsigned at = net.wiring.switch_of(t.hosts.source);
      const unsigned to = net.wiring.switch_of(t.hosts.destination);
      for (unsigned phase = 0; at != to;) {
        passed.insert({t.hosts.destination, at, phase});
        const unsigned port = choice.routes.fixed_port(at, phase, to, t.hosts.destination);
        REQUIRE(again.given.fixed_port(at, phase, to, t.hosts.destination) == port);
        REQUIRE((net.given.ports(at, phase, to) >> port & 1U) == 1);
        phase = net.given.next_phase(at, phase, port);
        at = net.wiring.end(at, port).index;
      }
    }
    for (const auto& route : written.host_routes)
      CHECK(passed.count({route.host, route.at, route.descending ? 1U : 0U}) == 1);
  }
}

TEST_CASE("a random network's busiest cable carries less by other shortest paths", "[host][liquid]") {
  const Net net("irregular(8,48,1)");
  const auto list = net.exchange();
  const PathChoice choice = choose_paths(net.topology, net.wiring, net.given, list, 1);
  CHECK(choice.given == 324);
  CHECK(choice.chosen == 287);
  CHECK(net.over(choice.routes, list).duration() == 287);
  CHECK(choice.least == 287);
}

TEST_CASE("no choice of paths is below the bound, nor the choice below all", "[host][liquid]") {
  for (const char* name : {"torus(3,3)", "irregular(5,8,1)", "irregular(6,9,4)", "mesh(3,3)", "torus(4,1)"}) {
    CAPTURE(name);
    const Net net(name);
    // To every second host only, so that all paths can be tried.
    std::vector<SizedTransfer> list;
    for (const SizedTransfer& t : net.exchange()) {
      if (t.hosts.source != t.hosts.destination && (t.hosts.source + 2U * t.hosts.destination) % 5 == 0)
        list.push_back(t);
    }
    const PathChoice choice = choose_paths(net.topology, net.wiring, net.given, list, 1);
    PathTrees trees(net.topology, net.wiring, net.given, list);
    const std::uint64_t all = std::max<std::uint64_t>(AllPaths(net, list).least(), trees.busiest_host());
    CHECK(choice.least <= all);
    CHECK(all <= choice.chosen);
    CHECK(choice.chosen <= choice.given);
  }
}

TEST_CASE("the bound by weights is that of a cut", "[host][liquid]") {
  // Three hosts to two and back, over one cable: six packets each way.
  const Net net("two-switches(3,2)");
  PathTrees trees(net.topology, net.wiring, net.given, net.exchange());
  std::vector<std::uint64_t> weights(trees.channels(), 0);
  weights[trees.channel(0, 3)] = 1;
  CHECK(busiest_by_weights(trees, weights) == 6);
  weights[trees.channel(1, 2)] = 2;
  CHECK(busiest_by_weights(trees, weights) == 6);
  CHECK(least_busiest(trees) == 6);
}

TEST_CASE("a ring of four has a shorter schedule by another legal path", "[host][liquid]") {
  const Net net(ring_of_four());
  const std::vector<SizedTransfer> three{{{0, 1}, 1}, {{3, 1}, 1}, {{3, 2}, 1}};
  CHECK(solve_liquid(net.over(net.given, three), {}).schedule.steps == 3);
  unsigned least = 3;
  unsigned ways = 0;
  each_other_path(net.topology, net.wiring, net.given, three, 2, [&](const Routes& routes) {
    CHECK(route_fault(net.topology, net.wiring, routes).empty());
    least = std::min(least, solve_liquid(net.over(routes, three), {}).schedule.steps);
    return ++ways < 100;
  });
  CHECK(least == 2);
  CHECK(ways == 1);
}
