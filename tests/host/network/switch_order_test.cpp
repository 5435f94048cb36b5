// SPDX-License-Identifier: Apache-2.0
#include "host/network/switch_order.h"

#include <algorithm>
#include <numeric>

#include "host/network/routes.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

using SwitchNumbers = std::vector<unsigned>;

/// Switches of so many hosts each, joined by cables.
Topology joined(const SwitchNumbers& hosts, const std::vector<std::pair<unsigned, unsigned>>& cables) {
  Topology topology{"joined"};
  for (unsigned at = 0; at < hosts.size(); ++at)
    topology.switches.push_back({"s" + std::to_string(at), hosts[at], {}});
  for (const auto& [a, b] : cables) topology.cables.push_back({a, b, {}});
  return topology;
}

}  // namespace

TEST_CASE("ranks lie on the switches that have hosts", "[host][network]") {
  const Wiring wiring(joined({2, 0, 3}, {{0, 1}, {1, 2}}));
  CHECK(ranked_switches(wiring, HostList(5)).switches == SwitchNumbers{0, 2});
  CHECK(ranked_switches(wiring, HostList(5)).of_rank == SwitchNumbers{0, 0, 1, 1, 1});
  CHECK(ranked_switches(wiring, HostList({4, 0, 3})).of_rank == SwitchNumbers{1, 0, 1});
  CHECK(ranked_switches(wiring, HostList({4, 3})).switches == SwitchNumbers{2});
  CHECK(ranked_switches(wiring, HostList({4, 3})).of_rank == SwitchNumbers{0, 0});
}

TEST_CASE("the ring of switches is the tree in order: first child, itself, the other children",
          "[host][network]") {
  //      2          the root: nearest to the farthest one
  //    / | \.
  //   0  3  4
  //  / \     \.
  // 1   6     5
  const Wiring tree(joined({1, 1, 1, 1, 1, 1, 1}, {{2, 4}, {0, 6}, {2, 0}, {0, 1}, {2, 3}, {4, 5}}));
  REQUIRE(up_down_root(tree) == 2);
  const SwitchRing ring = switch_ring(tree, HostList(7));
  CHECK(ring.order == SwitchNumbers{1, 0, 6, 2, 3, 5, 4});
  // 6 -> 2, 3 -> 5, 4 -> 1 are no neighbours.
  CHECK(ring.far == SwitchNumbers{2, 4, 6});
}

TEST_CASE("switches without ranks are no part of the ring", "[host][network]") {
  const Wiring hierarchy(make_topology("hierarchy(4,4)"));
  const SwitchRing ring = switch_ring(hierarchy, HostList(16));
  CHECK(ring.order == SwitchNumbers{0, 1, 2, 3});
  CHECK(ring.far.size() == 4);  // they are joined by the backbone alone
  CHECK(switch_ring(hierarchy, HostList(8)).order == SwitchNumbers{0, 1});
  const SwitchRing two = switch_ring(Wiring(make_topology("two-switches(16,16)")), HostList(32));
  CHECK(two.order.size() == 2);
  CHECK(two.far.empty());
  CHECK(switch_ring(Wiring(make_topology("two-switches(4,4)")), HostList(3)).order == SwitchNumbers{0});
  CHECK(switch_ring(Wiring(make_topology("two-switches(4,4)")), HostList(3)).far.empty());
}

TEST_CASE("a line of switches is walked to its end, and back by its other half", "[host][network]") {
  const Wiring line(joined({1, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  const SwitchRing ring = switch_ring(line, HostList(5));
  // The root is in the middle; its second subtree is in order itself: the far end first.
  CHECK(ring.order == SwitchNumbers{0, 1, 2, 4, 3});
  CHECK(ring.far == SwitchNumbers{2, 4});
}

TEST_CASE("every switch with hosts is in the ring once", "[host][network]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Wiring wiring(make_topology("irregular(10,128," + std::to_string(seed) + ")"));
    SwitchRing ring = switch_ring(wiring, HostList(128));
    CAPTURE(seed);
    CHECK(ring.far.size() < 10);
    std::sort(ring.order.begin(), ring.order.end());
    SwitchNumbers all(10);
    std::iota(all.begin(), all.end(), 0U);
    CHECK(ring.order == all);
  }
}
