// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/liquid_solver.h"

#include "host/liquid/network_transfers.h"
#include "host/liquid/step_check.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

TransferSet solver_exchange(const std::string& name) {
  const Topology topology = make_topology(name);
  const Wiring wiring(topology);
  std::vector<unsigned> hosts(wiring.hosts());
  for (unsigned host = 0; host < wiring.hosts(); ++host) hosts[host] = host;
  return transfers_over(topology, wiring, routes_of(topology, wiring), complete_exchange_of(hosts));
}

}  // namespace

TEST_CASE("complete exchanges have liquid schedules", "[liquid]") {
  for (const char* name : {"two-switches(3,2)", "one-switch(16)", "k-ring", "hierarchy(4,2,4)",
                           "hierarchy(4,4)", "fat-tree(4)", "irregular(10,32,1)"}) {
    INFO(name);
    const TransferSet set = solver_exchange(name);
    const LiquidAnswer answer = solve_liquid(set, {});
    CHECK(step_fault(set, answer.schedule).empty());
    CHECK(answer.schedule.steps == set.duration());
    CHECK(answer.verdict == LiquidVerdict::Liquid);
    CHECK(answer.lower_bound == set.duration());
  }
}
