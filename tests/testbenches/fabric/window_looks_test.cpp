// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/fabric/fabric.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// Some cables are wires, so that switches sleep inside a group and groups sleep.
ResolvedNetwork some_wires(const FabricCase& c, std::uint64_t seed) {
  ResolvedNetwork setup = fabric_of(c);
  RandomStream stream(seed, StreamPurpose::Length, 0);
  for (auto& cable : setup.topology.cables) cable.speed = {stream.below(2) == 0 ? 0U : c.latency, 1};
  return setup;
}

/// With all switches brought to the present every so many cycles, as the measured window does; 0: never.
std::vector<naive::Delivery> deliveries(const ResolvedNetwork& setup,
                                        const std::vector<naive::Packet>& packets, std::uint64_t every) {
  SmallFabric small(setup, packets);
  Fabric& fabric = small.fabric;
  while (every != 0 && !fabric.finished()) {
    fabric.advance(fabric.now() + every);
    fabric.catch_up();
  }
  small.run();
  return small.deliveries;
}

}  // namespace

TEST_CASE("looking at all switches at once does not change what happens") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    FabricCase c{seed % 2 == 0 ? "mesh(3,2)" : "irregular(6,12,2)"};
    c.latency = 1 + seed % 5;
    c.longest = 24;
    c.host_period = seed % 3 == 0 ? 2 : 1;
    const ResolvedNetwork setup = some_wires(c, seed);
    const auto packets = packets_of(setup.wiring.hosts(), c, seed, 150, 0.02);
    const auto want = deliveries(setup, packets, 0);
    for (const std::uint64_t every : {7U, 100U, 1111U}) {
      INFO(fmt::format("seed {} every {}", seed, every));
      CHECK(deliveries(setup, packets, every) == want);
    }
  }
}
