// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/fabric/fabric.h"
#include "testbenches/engines/engines.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// Where the fabric and the naive one differ; empty if nowhere.
std::string difference(const FabricCase& c, const std::vector<naive::Packet>& packets, std::uint64_t order) {
  const ResolvedNetwork setup = fabric_of(c);
  std::vector<std::unique_ptr<SwitchModel>> naive_models;
  for (const Setup& s : setup.switches) naive_models.push_back(make_fast_switch(s));
  naive::Fabric naive(
      setup.topology, setup.wiring, setup.routes, std::move(naive_models), packets,
      c.random_port ? std::optional<std::uint64_t>(setup.switches[0].config.seed) : std::nullopt);
  const bool naive_done = naive.run(100000);
  SmallFabric small(setup, packets);
  Fabric& fabric = small.fabric;
  if (order != 0) fabric.shuffle_order(order);
  try {
    small.run();
  } catch (const RunError& error) {
    return naive_done ? fmt::format("error: {}", error.what()) : "";
  }
  if (!naive_done) return "the naive fabric does not come to its end";
  // A packet that has overtaken another one of its flow is the host's when that one is.
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> flow_at;
  for (std::size_t n = 0; n < packets.size(); ++n) {
    const auto& a = small.deliveries[n];
    auto& b = naive.deliveries[n];
    auto& at = flow_at[{packets[n].source, packets[n].destination}];
    b.last_out = at = std::max(at, b.last_out);
    if (a == b) continue;
    return fmt::format("packet {} ({} -> {}, {} beats): in {} out {}..{}, naive: in {} out {}..{}", n,
                       packets[n].source, packets[n].destination, packets[n].beats, a.first_in, a.first_out,
                       a.last_out, b.first_in, b.first_out, b.last_out);
  }
  return "";
}

}  // namespace

TEST_CASE("a fabric delivers every packet in the cycle in which the naive one does") {
  unsigned number = 0;
  for (const std::string topology : {"one-switch(5)", "two-switches(3,4)", "hierarchy(2,3)", "k-ring",
                                     "irregular(5,16,3)", "fat-tree(4)", "mesh(3,2,2)"}) {
    for (const std::uint64_t latency : {1U, 2U, 7U, 30U, 0U}) {
      for (const unsigned period : {1U, 3U}) {
        ++number;
        const std::vector<std::string> names{"input", "voq", "shared", "crosspoint", "output"};
        const FabricCase c{topology,
                           latency,
                           period,
                           number % 4 == 3 ? 2U : 1U,
                           names[number % names.size()],
                           number % 3 == 0 ? 24U : 64U,
                           number % 2 == 0 ? 24U : 5U,
                           number % 7 == 0,
                           number % 5 == 0 ? Routing::Shortest : Routing::UpDown,
                           number % 3 == 1};
        const Wiring wiring = fabric_of(c).wiring;
        for (const double load : {0.05, 0.4, 0.9}) {
          const auto packets = packets_of(wiring.hosts(), c, number, 600, load);
          INFO(fmt::format(
              "{} latency {} period {} host {} {} depth {} longest {} store-forward {} random {} load {}",
              topology, latency, period, c.host_period, c.switch_name, c.depth, c.longest, c.store_forward,
              c.random_port, load));
          CHECK(difference(c, packets, load == 0.4 ? number : 0) == "");
        }
      }
    }
  }
}
