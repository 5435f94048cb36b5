// SPDX-License-Identifier: Apache-2.0
#include "host/config/network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/exchange/schedule_registry.h"
#include "host/link/host_range.h"
#include "host/network/fixed_routes.h"
#include "host/network/route_check.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

constexpr unsigned kLeastHosts = 2;

/// Keys of one switch's ports, which has each a meaning of its own in a network.
void check_run_keys(const RunConfig& c) {
  const auto refuse = [&](const char* key, const std::string& value, const char* allowed) {
    throw InputError("{}: '{}' is not allowed with topology {}; allowed: {}", key, value, c.topology.text(),
                     allowed);
  };
  if (c.speedup != 1) refuse("speedup", std::to_string(c.speedup), "1");
  if (!c.traffic->output_period->full()) refuse("output-period", c.traffic->output_period.text(), "1");
  if (c.series != 0) refuse("series", std::to_string(c.series), "0");
}

Topology topology_of(const RunConfig& c) {
  Topology topology = *c.topology;
  for (auto& cable : topology.cables)
    cable.speed.latency_cycles = c.link_latency.value_or(cable.speed.latency_cycles);
  return topology;
}

void check_hosts(const Topology& topology, const Wiring& wiring) {
  if (wiring.hosts() >= kLeastHosts && wiring.hosts() <= kMaxHosts) return;
  throw InputError("topology: '{}' has {} hosts; allowed: {}..{}", topology.name, wiring.hosts(), kLeastHosts,
                   kMaxHosts);
}

RunConfig config_of_switch(const RunConfig& run, const Topology& topology, const Wiring& wiring,
                           unsigned at) {
  RunConfig c = run;
  c.ports = std::max(kMinPorts, wiring.ports(at));
  const Topology::Switch& own = topology.switches[at];
  try {
    for (const auto& [key, value] : own.keys) {
      if (key != "depth" && key != "buffer") continue;
      c.depth = RunConfig{}.depth;  // its own instead of the run's
      c.buffer = RunConfig{}.buffer;
    }
    for (const auto& [key, value] : own.keys) set_key(c, key, value, "");
    for (const auto& [key, value] : own.keys) check_use_of(key, c);
  } catch (const InputError& error) {
    throw InputError("{}: {}", place_of_switch(topology, at), error.what());
  }
  return c;
}

/// Packets that wait to be whole wait for memory that packets for any output hold. (Cut through, the packet
/// that an output sends always goes on.)
bool fills_with_any_packets(const RunConfig& c) {
  return !c.drop() && c.store_forward() && c.sharing != Sharing::Partition && find_switch(c).shares(c);
}

/// With the switches' own flow control; `pools`: and their shared memories.
std::string cycle_of(const Topology& topology, const Wiring& wiring, const Routes& routes,
                     const std::vector<RunConfig>& switches, bool pools) {
  std::vector<bool> discards, shared;
  for (const RunConfig& c : switches) {
    discards.push_back(c.classes_with(FlowControl::Drop) == c.classes);
    shared.push_back(pools && fills_with_any_packets(c));
  }
  return channel_cycle(topology, wiring, routes, discards, shared);
}

void check_deadlock(const RunConfig& run, const Network& network) {
  if (run.deadlock == DeadlockRule::Allow) return;
  const auto cycle_with = [&](bool pools) {
    return cycle_of(network.topology, network.wiring, network.routes, network.switches, pools);
  };
  const std::string cycle = cycle_with(true);
  if (cycle.empty()) return;
  throw InputError(
      "topology: '{}' is not allowed: its channels can wait for each other for ever: {}; "
      "allowed: {}, flow drop, or key deadlock allow",
      run.topology.text(), cycle,
      cycle_with(false).empty() ? "where memories are shared, sharing partition or forwarding cut-through"
                                : "routing up-down");
}

}  // namespace

Network read_network(const RunConfig& config) {
  check_run_keys(config);
  Topology topology = topology_of(config);
  Wiring wiring(topology);
  check_hosts(topology, wiring);
  const bool stepped = in_steps(config.schedule.get());
  Routes routes = routes_of(topology, wiring);
  check_routes(topology, wiring, routes);
  std::vector<RunConfig> switches;
  for (unsigned at = 0; at < wiring.switches(); ++at)
    switches.push_back(config_of_switch(config, topology, wiring, at));
  // Where packets may be lost, a gap in a flow has to be a loss: none may overtake another.
  const bool adapts = routes.adaptive;
  const bool lossy =
      std::any_of(switches.begin(), switches.end(), [](const RunConfig& c) { return c.drop(); });
  if (stepped || lossy || !adapts) {
    if (config.adaptive != RunConfig{}.adaptive)
      throw InputError(
          "adaptive: '{}' is not allowed, as no route adapts here; allowed: with routing up-down or "
          "shortest-adaptive, flow back-pressure, and no schedule in steps",
          word(config.adaptive));
    routes = with_fixed_paths(wiring, std::move(routes), !stepped || !adapts);
  }
  Network network{std::move(topology), std::move(wiring), std::move(routes), std::move(switches)};
  check_deadlock(config, network);
  return network;
}

std::string own_channel_cycle(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  std::vector<RunConfig> switches(topology.switches.size());
  for (std::size_t at = 0; at < switches.size(); ++at) {
    for (const auto& [key, value] : topology.switches[at].keys) set_key(switches[at], key, value, "");
  }
  return cycle_of(topology, wiring, routes, switches, true);
}

std::string place_of_switch(const Topology& topology, unsigned at) {
  const Topology::Switch& own = topology.switches[at];
  return fmt::format("{}: switch {}", topology.place(own.line), own.name);
}

void check_switch_key(const std::string& key, const std::string& value, const std::string& place) {
  const ConfigKey* known = find_key(key);
  if (known == nullptr || !known->of_each_switch) {
    std::vector<std::string> allowed;
    for (const ConfigKey& of : config_keys())
      if (of.of_each_switch) allowed.push_back(of.name);
    throw InputError("{}: unknown key '{}'; allowed: name hosts coordinates host-latency host-rate {}", place,
                     key, fmt::join(allowed, " "));
  }
  RunConfig probe;
  set_key(probe, key, value, place);
}

unsigned beat_cycles(const Setup& setup, unsigned rank) {
  if (!setup.fabric) return 1;
  const unsigned at = setup.fabric->wiring.switch_of(setup.hosts_taking_part[rank]);
  return setup.fabric->topology.switches[at].host_cable.period_cycles;
}

}  // namespace xb
