// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_classes.h"

#include <algorithm>

#include "host/liquid/certificate_check.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/step_search.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

namespace {

TransferSet classes_traffic(const std::string& name, const std::vector<SizedTransfer>& transfers) {
  const Topology topology = make_topology(name);
  const Wiring wiring(topology);
  return transfers_over(topology, wiring, routes_of(topology, wiring), transfers);
}

}  // namespace

TEST_CASE("the hosts of a switch are one sender and one receiver in a complete exchange", "[liquid]") {
  const TransferSet set = classes_traffic("two-switches(3,2)", complete_exchange_of({0, 1, 2, 3, 4}));
  const TransferClasses classes(set);
  const ClassProblem& problem = classes.problem();
  REQUIRE(problem.classes() == 4);
  CHECK(problem.items() == 25);
  CHECK(problem.links() == 6);
  CHECK(problem.duration() == set.duration());
  std::vector<unsigned> counts;
  for (unsigned k = 0; k < 4; ++k) counts.push_back(problem.count(k));
  std::sort(counts.begin(), counts.end());
  CHECK(counts == std::vector<unsigned>{4, 6, 6, 9});
}

TEST_CASE("a host with other transfers than its neighbours is a group of its own", "[liquid]") {
  std::vector<SizedTransfer> transfers = complete_exchange_of({0, 1, 2, 3, 4});
  transfers.push_back({{0, 4}, 1});
  const TransferClasses classes(classes_traffic("two-switches(3,2)", transfers));
  // Senders {0}, {1, 2}, {3, 4}; receivers {0, 1, 2}, {3}, {4}.
  CHECK(classes.problem().classes() == 9);
  CHECK(classes.problem().items() == 26);
}

TEST_CASE("what classes can have in so many steps, transfers can have", "[liquid]") {
  for (const char* name :
       {"k-ring", "irregular(6,20,3)", "fat-tree(4)", "hierarchy(5,3,4)", "one-switch(12)"}) {
    INFO(name);
    std::vector<SizedTransfer> transfers;
    const Topology topology = make_topology(name);
    const Wiring wiring(topology);
    for (std::uint16_t a = 0; a < wiring.hosts(); ++a) {
      for (std::uint16_t b = 0; b < wiring.hosts(); ++b) {
        if (a % 5 != 1 && b % 4 != 2) transfers.push_back({{a, b}, 1 + a % 2U});
      }
    }
    const TransferSet set = transfers_over(topology, wiring, routes_of(topology, wiring), transfers);
    const TransferClasses classes(set);
    CHECK(classes.problem().items() == set.size());
    CHECK(classes.problem().duration() == set.duration());
    CHECK(step_fault(set, StepSearch(classes, 1).any(set.duration())).empty());
  }
}

TEST_CASE("transfers without links of their own are classes by path", "[liquid]") {
  const TransferSet set = random_traffic({4, 60, 2, 1}, 3);
  const TransferClasses classes(set);
  CHECK(classes.problem().items() == 60);
  CHECK(step_fault(set, StepSearch(classes, 1).any(set.duration())).empty());
}

TEST_CASE("in the order of a shift, each host ahead starts its share of the steps later", "[liquid]") {
  TransferSet set;  // one sender, and receivers that each have an inner link of their own
  const unsigned from = set.add_link("from");
  for (std::uint16_t host = 0; host < 250; ++host) {
    const unsigned inner = set.add_link("inner");
    set.add({0, host}, {from, inner, set.add_link("to")});
  }
  const std::vector<std::uint32_t> starts = TransferClasses(set).shift_starts(50);
  REQUIRE(starts.size() == 250);
  for (unsigned step = 0; step < 50; ++step) {
    CHECK(std::count(starts.begin(), starts.end(), step) == 5);
  }
}
