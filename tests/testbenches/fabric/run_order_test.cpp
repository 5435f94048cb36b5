// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/run/network_result.h"
#include "host/run/run_result.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// All that is measured, with the switches run in an order drawn from `seed`; 0: their own.
std::string measured_in_order(const ResolvedNetwork& setup, const std::vector<naive::Packet>& packets,
                              std::uint64_t seed) {
  SmallFabric small(setup, packets);
  Fabric& fabric = small.fabric;
  if (seed != 0) fabric.shuffle_order(seed);
  NetworkWindow window(setup);
  fabric.advance(300);
  fabric.open_measures();
  window.open(fabric);
  while (!fabric.finished()) fabric.advance(Workload::kNever);
  fabric.close_measures();
  window.close(fabric);
  fabric.drain();
  return result_to_json(RunConfig{}, network_result(setup, fabric, window)).dump();
}

}  // namespace

TEST_CASE("the order in which switches are run changes nothing that is measured") {
  unsigned number = 0;
  for (const std::string topology : {"hierarchy(3,4)", "irregular(6,20,2)", "torus(3,3)", "fat-tree(4)"}) {
    for (const std::uint64_t latency : {1U, 5U, 700U}) {
      FabricCase c{topology};
      c.latency = latency;
      c.depth = number % 2 == 0 ? 24 : 64;
      c.period = number % 3 == 0 ? 10 : 1;
      ResolvedNetwork setup = fabric_of(c);
      if (number % 2 == 0) setup.topology.cables.front().speed = {0, 1};
      ++number;
      const auto packets = packets_of(setup.wiring.hosts(), c, number, 2000, 0.4);
      const std::string want = measured_in_order(setup, packets, 0);
      INFO(fmt::format("{} latency {}", topology, latency));
      for (const std::uint64_t seed : {1U, 2U, 3U}) CHECK(measured_in_order(setup, packets, seed) == want);
    }
  }
}
