// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "host/base/random.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/fabric/fabric.h"
#include "host/network/fixed_routes.h"
#include "host/network/topology_registry.h"
#include "testbenches/engines/engines.h"
#include "tests/testbenches/fabric/list_hosts.h"

namespace xb {

/// A network for a test.
struct FabricCase {
  std::string topology;
  std::uint64_t latency = 1;
  unsigned period = 1, host_period = 1;
  std::string switch_name = "input";
  unsigned depth = 64;
  unsigned longest = 24;
  bool store_forward = false;
  Routing routing = Routing::UpDown;
  bool random_port = false;
};

inline ResolvedNetwork fabric_of(const FabricCase& c) {
  Topology topology = make_topology(c.topology);
  for (auto& s : topology.switches) s.host_cable.period_cycles = c.host_period;
  for (auto& cable : topology.cables) cable.speed = {c.latency, c.period};
  topology.routing = c.routing;
  Wiring wiring(topology);
  Routes routes = routes_of(topology, wiring);
  if (!routes.adaptive) routes = with_fixed_paths(wiring, routes, true);
  std::vector<Setup> switches;
  for (unsigned s = 0; s < wiring.switches(); ++s) {
    RunConfig config;
    config.engine = Engine::Fast;
    config.switch_name = c.switch_name;
    config.ports = std::max(2U, wiring.ports(s));
    config.depth = c.depth;
    config.packet_max = c.longest;
    config.forwarding = c.store_forward ? ForwardingMode::StoreAndForward : ForwardingMode::CutThrough;
    config.seed = 5 + s;
    if (c.random_port) config.adaptive = AdaptiveChoice::Random;
    switches.push_back(resolve(config));
  }
  return {topology, wiring, routes, switches};
}

inline std::vector<naive::Packet> packets_of(unsigned hosts, const FabricCase& c, std::uint64_t seed,
                                             unsigned count, double load) {
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

/// The fabric of a list of packets, on the fast engine.
struct SmallFabric {
  SmallFabric(const ResolvedNetwork& map, const std::vector<naive::Packet>& list)
      : setup(map),
        packets(list),
        deliveries(list.size()),
        fabric(setup, make_models(), make_hosts(), false) {}

  void run() {
    fabric.open_measures();
    while (!fabric.finished()) fabric.advance(Workload::kNever);
    fabric.close_measures();
    fabric.drain();
  }

  ResolvedNetwork setup;
  std::vector<naive::Packet> packets;
  std::vector<naive::Delivery> deliveries;
  std::vector<std::unique_ptr<SwitchModel>> models;
  std::vector<std::unique_ptr<Workload>> hosts;
  Fabric fabric;

 private:
  Models make_models() {
    Models list;
    for (const Setup& s : setup.switches) {
      models.push_back(make_fast_switch(s));
      list.push_back(models.back().get());
    }
    return list;
  }
  std::vector<Workload*> make_hosts() {
    std::vector<Workload*> list;
    const Wiring& w = setup.wiring;
    for (unsigned s = 0; s < w.switches(); ++s) {
      const HostRange range{w.first_host(s), w.hosts(s), w.hosts()};
      if (range.count == 0)
        hosts.push_back(std::make_unique<NoHosts>());
      else
        hosts.push_back(std::make_unique<ListHosts>(range, packets, deliveries));
      list.push_back(hosts.back().get());
    }
    return list;
  }
};

}  // namespace xb
