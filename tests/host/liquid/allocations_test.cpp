// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/allocations.h"

#include <fstream>
#include <sstream>

#include "host/base/random.h"
#include "host/liquid/network_transfers.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

struct AllocatedNetwork {
  explicit AllocatedNetwork(const std::string& name)
      : topology(make_topology(name)),
        wiring(topology),
        routes(routes_of(topology, wiring)),
        allocations(topology, wiring, routes) {}
  Topology topology;
  Wiring wiring;
  Routes routes;
  Allocations allocations;

  [[nodiscard]] unsigned duration_by_transfers(const Allocation& allocation) const {
    return transfers_over(topology, wiring, routes, complete_exchange_of(hosts_of(wiring, allocation)))
        .duration();
  }
};

}  // namespace

TEST_CASE("the 363 different allocations of Swiss-T1 are those that another program finds", "[liquid]") {
  const AllocatedNetwork swiss_t1("k-ring");
  REQUIRE(swiss_t1.allocations.size() == 390625);
  // nodes, duration, allocations, the first one: of the script that rebuilt the machine's routing.
  std::ifstream table(XBARLAB_SOURCE_DIR "/tests/host/liquid/swiss_t1.csv");
  std::string head;
  std::getline(table, head);
  const std::vector<AlikeAllocations> all = alike_allocations(swiss_t1.allocations);
  REQUIRE(all.size() == 363);
  std::uint64_t count = 0;
  for (const AlikeAllocations& alike : all) {
    std::ostringstream row;
    row << alike.hosts << ',' << alike.duration << ',' << alike.count << ',';
    for (const unsigned hosts : alike.first) row << hosts;
    std::string line;
    std::getline(table, line);
    CHECK(row.str() == line);
    count += alike.count;
  }
  CHECK(count == 390625);
}

TEST_CASE("an allocation's duration is that of its transfers", "[liquid]") {
  for (const std::string name :
       {"k-ring", "two-switches(3,2)", "fat-tree(4)", "irregular(6,24,1)", "mesh(3,2,2)", "torus(3,3,2)"}) {
    INFO(name);
    const AllocatedNetwork network(name);
    RandomStream random(1, StreamPurpose::Test, 0);
    for (int n = 0; n < 30; ++n) {
      Allocation allocation = network.allocations.empty();
      for (unsigned at = 0; at < network.wiring.switches(); ++at) {
        allocation[at] = random.below(network.wiring.hosts(at) + 1);
      }
      CHECK(network.allocations.duration(allocation) == network.duration_by_transfers(allocation));
    }
  }
}

TEST_CASE("allocations come in lexicographic order, each once", "[liquid]") {
  const AllocatedNetwork network("two-switches(3,2)");
  REQUIRE(network.allocations.size() == 12);
  Allocation allocation = network.allocations.empty();
  Allocation before;
  unsigned count = 0;
  do {
    CHECK(before < allocation);
    before = allocation;
    ++count;
  } while (network.allocations.next(allocation));
  CHECK(count == 12);
  CHECK(before == Allocation{3, 2});
  CHECK(allocation == network.allocations.empty());
  CHECK(hosts_of(network.wiring, {2, 1}) == std::vector<unsigned>{0, 1, 3});
}

TEST_CASE("allocations of a network with faster cables are refused", "[liquid]") {
  CHECK_THROWS_WITH(AllocatedNetwork("hierarchy(4,2,4)"),
                    "hierarchy(4,2,4): allocations are compared in networks whose cables are all equally "
                    "fast; these are not");
}
