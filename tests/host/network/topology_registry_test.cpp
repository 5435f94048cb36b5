// SPDX-License-Identifier: Apache-2.0
#include "host/network/topology_registry.h"

#include <set>

#include "host/base/errors.h"
#include "host/link/host_list.h"
#include "host/network/topology.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

unsigned cables_of(const Topology& topology, unsigned s) {
  unsigned count = 0;
  for (const auto& cable : topology.cables) count += (cable.a == s || cable.b == s) ? 1 : 0;
  return count;
}

std::string generator_refusal(const std::string& text) {
  return message_of<InputError>([&] { Wiring(make_topology(text)); });
}

}  // namespace

TEST_CASE("hosts are numbered switch by switch, and cables take the ports after them", "[host][network]") {
  const Wiring wiring(make_topology("two-switches(3,5)"));
  REQUIRE(wiring.hosts() == 8);
  CHECK(wiring.switch_of(2) == 0);
  CHECK(wiring.switch_of(3) == 1);
  CHECK(wiring.port_of(3) == 0);
  CHECK(wiring.first_host(1) == 3);
  REQUIRE(wiring.ports(0) == 4);
  REQUIRE(wiring.ports(1) == 6);
  CHECK(wiring.end(1, 4).host);
  CHECK(wiring.end(1, 4).index == 7);
  CHECK_FALSE(wiring.end(0, 3).host);
  CHECK(wiring.end(0, 3).index == 1);
  CHECK(wiring.end(0, 3).port == 5);
  CHECK(wiring.end(1, 5).port == 3);
}

TEST_CASE("each end of a cable knows the other one", "[host][network]") {
  for (const char* name :
       {"one-switch(4)", "two-switches(1,1)", "hierarchy(4,4)", "k-ring", "irregular(10,128,3)",
        "fat-tree(4)", "mesh(3,2)", "torus(4,3,2)", "torus(2,2)", "leaf-spine(4,2,3)", "rail(4,8)"}) {
    CAPTURE(name);
    const Topology topology = make_topology(name);
    const Wiring wiring(topology);
    for (unsigned s = 0; s < wiring.switches(); ++s) {
      for (unsigned port = 0; port < wiring.ports(s); ++port) {
        const PortEnd& end = wiring.end(s, port);
        if (end.host) {
          CHECK(wiring.switch_of(end.index) == s);
          CHECK(wiring.port_of(end.index) == port);
          continue;
        }
        const PortEnd& back = wiring.end(end.index, end.port);
        CHECK(back.index == s);
        CHECK(back.port == port);
        CHECK(back.cable == end.cable);
      }
    }
  }
}

TEST_CASE("the generators give the sizes that their papers have", "[host][network]") {
  struct Size {
    const char* name;
    std::size_t switches, cables;
    unsigned hosts;
  };
  for (const Size& size :
       {Size{"hierarchy(4,4)", 5, 4, 16}, Size{"k-ring", 8, 16, 32}, Size{"fat-tree(4)", 20, 32, 16},
        Size{"fat-tree(16)", 320, 2048, 1024}, Size{"mesh(4,4)", 16, 24, 16}, Size{"torus(4,4)", 16, 32, 16},
        Size{"leaf-spine(4,2,8)", 6, 8, 32}, Size{"rail(8,4)", 12, 32, 32}, Size{"torus(2,3)", 6, 9, 6},
        Size{"mesh(1,5,3)", 5, 4, 15}, Size{"one-switch(64)", 1, 0, 64}}) {
    CAPTURE(size.name);
    const Topology topology = make_topology(size.name);
    CHECK(topology.switches.size() == size.switches);
    CHECK(topology.cables.size() == size.cables);
    CHECK(Wiring(topology).hosts() == size.hosts);
  }
  CHECK(make_topology("hierarchy(4,4,10)").switches[3].host_cable.period_cycles == 10);
}

TEST_CASE("a GPU is on the switch of its rail, and ranks go group by group", "[host][network]") {
  const Topology topology = make_topology("rail(3,4)");
  const Wiring wiring(topology);
  const HostList ranks = topology.ranks->hosts;
  REQUIRE(ranks.size() == 12);
  for (unsigned rank = 0; rank < 12; ++rank) CHECK(wiring.switch_of(ranks[rank]) == rank % 4);
}

TEST_CASE("the k-ring's switches have twelve ports, four of them to i +- 1 and i +- 3", "[host][network]") {
  const Wiring wiring(make_topology("k-ring"));
  for (unsigned s = 0; s < 8; ++s) {
    REQUIRE(wiring.ports(s) == 8);  // 4 hosts are used of the 8 that a switch has room for
    std::set<unsigned> neighbours;
    for (unsigned port = 4; port < 8; ++port) neighbours.insert(wiring.end(s, port).index);
    CHECK(neighbours == std::set<unsigned>{(s + 1) % 8, (s + 7) % 8, (s + 3) % 8, (s + 5) % 8});
  }
}

TEST_CASE("irregular networks keep to the paper's limits, and to their seed", "[host][network]") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const Topology topology = make_topology("irregular(10,128," + std::to_string(seed) + ")");
    REQUIRE(Wiring(topology).hosts() == 128);
    for (unsigned s = 0; s < 10; ++s) {
      CHECK(topology.switches[s].hosts >= 7);
      CHECK(topology.switches[s].hosts <= 21);
      CHECK(cables_of(topology, s) >= 1);
      CHECK(cables_of(topology, s) <= 5);
      for (unsigned t = 0; t < s; ++t) {
        unsigned between = 0;
        for (const auto& cable : topology.cables) between += (cable.a == t && cable.b == s) ? 1 : 0;
        CHECK(between <= 2);
      }
    }
    const Topology again = make_topology("irregular(10,128," + std::to_string(seed) + ")");
    REQUIRE(again.cables.size() == topology.cables.size());
    for (std::size_t c = 0; c < again.cables.size(); ++c) {
      CHECK(again.cables[c].a == topology.cables[c].a);
      CHECK(again.cables[c].b == topology.cables[c].b);
    }
  }
  CHECK(Wiring(make_topology("irregular(2,2,1)")).hosts() == 2);
  CHECK(Wiring(make_topology("irregular(128,4096,1)")).hosts() == 4096);
}

TEST_CASE("a topology that is not there or out of range is refused", "[host][network]") {
  CHECK(mentions(generator_refusal("fat-three(4)"),
                 {"topology", "'fat-three(4)'", "fat-tree(ports)", ".toml"}));
  CHECK(mentions(generator_refusal("fat-tree"), {"'fat-tree'", "allowed: fat-tree(ports)"}));
  CHECK(mentions(generator_refusal("fat-tree(4"), {"'fat-tree(4'"}));
  CHECK(mentions(generator_refusal("fat-tree(4,4)"), {"allowed: fat-tree(ports)"}));
  CHECK(mentions(generator_refusal("fat-tree(x)"), {"allowed: fat-tree(ports)"}));
  CHECK(mentions(generator_refusal("fat-tree(5)"), {"'5'", "even"}));
  CHECK(mentions(generator_refusal("fat-tree(66)"), {"'66'", "2..64"}));
  CHECK(mentions(generator_refusal("two-switches(0,4)"), {"'0'", "1..63"}));
  CHECK(mentions(generator_refusal("hierarchy(4,65)"), {"'65'", "2..64"}));
  CHECK(mentions(generator_refusal("leaf-spine(4,16,49)"), {"hosts of a leaf '49'", "1..48"}));
  CHECK(mentions(generator_refusal("rail(33,8)"), {"groups '33'", "1..32"}));
  CHECK(mentions(generator_refusal("hierarchy(4,4,0)"), {"'0'", "1..1000"}));
  CHECK(mentions(generator_refusal("one-switch(65)"), {"'65'", "2..64"}));
  CHECK(mentions(generator_refusal("mesh(1,1)"), {"switches", "'1'"}));
  CHECK(mentions(generator_refusal("k-ring(61)"), {"hosts", "'61'", "1..60"}));
  CHECK(mentions(generator_refusal("k-ring(4,4)"), {"allowed: k-ring[(hosts)]"}));
  CHECK(mentions(generator_refusal("irregular(10,9,1)"), {"hosts", "'9'", "10..65536"}));
  CHECK(mentions(generator_refusal("irregular(4,200,1)"), {"hosts", "'200'", "4..128"}));
}

TEST_CASE("a network that cannot be wired is refused by name", "[host][network]") {
  Topology topology;
  topology.name = "mine.toml";
  const auto fault = [&] { return message_of<InputError>([&] { Wiring{topology}; }); };
  CHECK(mentions(fault(), {"mine.toml", "no switch"}));
  topology.switches = {{"a", 0, {}}, {"b", 0, {}}};
  CHECK(mentions(fault(), {"mine.toml", "no hosts"}));
  topology.switches[1].hosts = 2;
  CHECK(mentions(fault(), {"a", "b", "connected"}));
  topology.cables = {{0, 1, {}}};
  CHECK_NOTHROW(Wiring(topology));
  topology.cables.push_back({1, 1, {}, 17});
  CHECK(mentions(fault(), {"mine.toml:17", "b", "itself"}));
  topology.cables.pop_back();
  topology.switches[0].hosts = 64;
  CHECK(mentions(fault(), {"a", "65 ports", "64"}));
}
