// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/base/random.h"
#include "host/fabric/fabric.h"
#include "host/network/topology_registry.h"
#include "testbenches/engines/engines.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/list_hosts.h"

using namespace xb;

namespace {

struct Case {
  std::string topology;
  std::uint64_t latency;
  unsigned period, host_period;
  std::string switch_name;
  unsigned depth;
  unsigned longest;
  bool store_forward;
  Routing routing;
};

FabricSetup fabric_of(const Case& c) {
  Topology topology = make_topology(c.topology);
  for (auto& s : topology.switches) s.host_cable.period_cycles = c.host_period;
  for (auto& cable : topology.cables) cable.speed = {c.latency, c.period};
  topology.routing = c.routing;
  Wiring wiring(topology);
  Routes routes = routes_of(topology, wiring);
  std::vector<Setup> switches;
  for (unsigned s = 0; s < wiring.switches(); ++s) {
    RunConfig config;
    config.engine = "fast";
    config.switch_name = c.switch_name;
    config.ports = std::max(2U, wiring.ports(s));
    config.depth = c.depth;
    config.packet_max = c.longest;
    config.forwarding = c.store_forward ? "store-and-forward" : "cut-through";
    config.seed = 5 + s;
    switches.push_back(resolve(config));
  }
  return {topology, wiring, routes, switches};
}

std::vector<naive::Packet> packets_of(unsigned hosts, const Case& c, std::uint64_t seed, unsigned count,
                                      double load) {
  RandomStream stream(seed, StreamPurpose::Length, 0);
  std::vector<naive::Packet> packets;
  std::vector<std::uint64_t> at(hosts, 0);
  const double mean_gap = (1 / load - 1) * (1 + c.longest) * c.host_period;
  for (unsigned n = 0; n < count; ++n) {
    const unsigned source = stream.below(hosts);
    const unsigned beats = 1 + stream.below(c.longest);
    at[source] += stream.below(static_cast<unsigned>(mean_gap) + 1);
    packets.push_back({source, stream.below(hosts), beats, at[source]});
    at[source] += std::uint64_t{beats} * c.host_period;
  }
  return packets;
}

/// Where the fabric and the naive one differ; empty if nowhere.
std::string difference(const Case& c, const std::vector<naive::Packet>& packets, std::uint64_t order) {
  const FabricSetup setup = fabric_of(c);
  std::vector<std::unique_ptr<SwitchModel>> models, naive_models;
  std::vector<std::unique_ptr<Workload>> hosts;
  std::vector<naive::Delivery> deliveries(packets.size());
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    models.push_back(make_fast_switch(setup.switches[s]));
    naive_models.push_back(make_fast_switch(setup.switches[s]));
    if (setup.wiring.hosts(s) == 0)
      hosts.push_back(nullptr);
    else
      hosts.push_back(std::make_unique<ListHosts>(
          HostRange{setup.wiring.first_host(s), setup.wiring.hosts(s), setup.wiring.hosts()}, packets,
          deliveries));
  }
  naive::Fabric naive(setup.topology, setup.wiring, setup.routes, std::move(naive_models), packets);
  const bool naive_done = naive.run(100000);
  Models switches;
  std::vector<Workload*> workloads;
  for (const auto& model : models) switches.push_back(model.get());
  for (const auto& host : hosts) workloads.push_back(host.get());
  Fabric fabric(setup, switches, workloads, true);
  if (order != 0) fabric.shuffle_order(order);
  fabric.open_measures();
  try {
    while (!fabric.finished()) fabric.advance(Workload::kNever);
    fabric.close_measures();
    fabric.drain();
  } catch (const RunError& error) {
    return naive_done ? fmt::format("error: {}", error.what()) : "";
  }
  if (!naive_done) return "the naive fabric does not come to its end";
  // A packet that has overtaken another one of its flow is the host's when that one is.
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> flow_at;
  for (std::size_t n = 0; n < packets.size(); ++n) {
    const auto& a = deliveries[n];
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
        const Case c{topology,
                     latency,
                     period,
                     number % 4 == 3 ? 2U : 1U,
                     names[number % names.size()],
                     number % 3 == 0 ? 24U : 64U,
                     number % 2 == 0 ? 24U : 5U,
                     number % 7 == 0,
                     number % 5 == 0 ? Routing::Shortest : Routing::UpDown};
        const Wiring wiring = fabric_of(c).wiring;
        for (const double load : {0.05, 0.4, 0.9}) {
          const auto packets = packets_of(wiring.hosts(), c, number, 600, load);
          INFO(fmt::format("{} latency {} period {} host {} {} depth {} longest {} store-forward {} load {}",
                           topology, latency, period, c.host_period, c.switch_name, c.depth, c.longest,
                           c.store_forward, load));
          CHECK(difference(c, packets, load == 0.4 ? number : 0) == "");
        }
      }
    }
  }
}
