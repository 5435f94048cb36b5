// SPDX-License-Identifier: Apache-2.0
#include "host/config/network_paths.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "host/switches/switch_registry.h"

namespace xb {
namespace {

/// Ways to the hosts of one switch, from the switches that they start at. `hop(at, cable, last)`: what a
/// packet takes through switch `at` and a cable that leads out of it, to a host if it is the last.
template <class Hop>
class Ways {
 public:
  Ways(const Network& network, unsigned to, const Hop& hop)
      : network_(network), to_(to), hop_(hop), known_(network.wiring.switches() * Routes::kPhases) {}

  std::uint64_t longest(unsigned from) { return onward(from, 0); }

 private:
  /// The routes have been checked: they have no loop.
  std::uint64_t onward(unsigned at, unsigned phase) {  // NOLINT(misc-no-recursion): see Walk
    if (at == to_) return hop_(at, network_.topology.switches[at].host_cable, true);
    auto& known = known_[at * Routes::kPhases + phase];
    if (known) return *known;
    std::uint64_t most = 0;
    for_each_port(network_.routes.ports(at, phase, to_), [&](unsigned port) {
      const PortEnd& end = network_.wiring.end(at, port);
      most = std::max(most, hop_(at, network_.topology.cables[end.cable].speed, false) +
                                onward(end.index, network_.routes.next_phase(at, phase, port)));
    });
    known = most;
    return most;
  }

  const Network& network_;
  unsigned to_;
  const Hop& hop_;
  std::vector<std::optional<std::uint64_t>> known_;
};

/// The longest way between the switches with `hosts`, beginning with `start(from)`.
template <class Start, class Hop>
std::uint64_t longest_between(const Network& network, const std::vector<unsigned>& hosts, const Start& start,
                              const Hop& hop) {
  std::uint64_t most = 0;
  for (unsigned to = 0; to < hosts.size(); ++to) {
    if (hosts[to] == 0) continue;
    Ways<Hop> ways(network, to, hop);
    for (unsigned from = 0; from < hosts.size(); ++from) {
      if (hosts[from] > 0) most = std::max(most, start(from) + ways.longest(from));
    }
  }
  return most;
}

/// How many of `hosts` each switch has.
std::vector<unsigned> on_switches(const Network& network, const HostList& hosts) {
  std::vector<unsigned> counts(network.wiring.switches(), 0);
  for (unsigned rank = 0; rank < hosts.size(); ++rank) ++counts[network.wiring.switch_of(hosts[rank])];
  return counts;
}

/// The one other switch that all cables of a switch between switches lead to, and how many; none: there are
/// several, or none.
struct Uplink {
  unsigned to = 0, cables = 0;
};
Uplink uplink_of(const Network& network, unsigned at) {
  Uplink uplink;
  for (unsigned port = network.wiring.hosts(at); port < network.wiring.ports(at); ++port) {
    const unsigned to = network.wiring.end(at, port).index;
    if (uplink.cables > 0 && to != uplink.to) return {};
    uplink = {to, uplink.cables + 1};
  }
  return uplink;
}

}  // namespace

std::uint64_t longest_way(const Network& network, const PacketOnWay& packet) {
  std::vector<unsigned> hosts;
  for (unsigned at = 0; at < network.wiring.switches(); ++at) hosts.push_back(network.wiring.hosts(at));
  const auto start = [&](unsigned from) {
    const CableSpeed& cable = network.topology.switches[from].host_cable;
    return cable.latency_cycles + packet.beats * (cable.period_cycles - 1);
  };
  const auto hop = [&](unsigned at, const CableSpeed& cable, bool last) {
    const RunConfig& c = network.switches[at];
    const std::uint64_t queue = packet.full_queues ? std::uint64_t{c.depth} * cable.period_cycles : 0;
    const std::uint64_t gap = last ? packet.gap_cycles : 0;
    return c.route_delay + 1 + std::max(gap, packet.beats * cable.period_cycles) + queue +
           cable.latency_cycles;
  };
  return longest_between(network, hosts, start, hop);
}

std::uint64_t empty_way(const Network& network, const HostList& hosts, unsigned beats) {
  unsigned slowest = 1;
  for (const auto& cable : network.topology.cables) slowest = std::max(slowest, cable.speed.period_cycles);
  for (const auto& at : network.topology.switches) slowest = std::max(slowest, at.host_cable.period_cycles);
  std::vector<std::uint64_t> through;  // of each switch, which has seen a packet that it stores at full rate
  for (const RunConfig& c : network.switches) {
    const std::uint64_t slower = c.store_forward() ? std::uint64_t{beats} * (slowest - 1) : 0;
    through.push_back(find_switch(c).lone_cycles(c, beats).most + slower);
  }
  const auto start = [&](unsigned from) {
    return network.topology.switches[from].host_cable.latency_cycles + std::uint64_t{beats} * slowest;
  };
  const auto hop = [&](unsigned at, const CableSpeed& cable, bool /*last*/) {
    return through[at] + cable.latency_cycles;
  };
  return longest_between(network, on_switches(network, hosts), start, hop);
}

AutoWindow uplink_window(const Network& network, const HostList& hosts, unsigned frame_beats) {
  const Wiring& wiring = network.wiring;
  const std::vector<unsigned> on_switch = on_switches(network, hosts);
  const auto refuse = [&] {
    throw InputError(
        "global-window: 'auto' is not allowed with topology {}; allowed: none, packets, or where each switch "
        "with hosts has its cables to one other switch, the same for all",
        network.topology.name);
  };
  std::optional<AutoWindow> least;
  std::optional<unsigned> backbone;
  const auto leaves = wiring.switches() - std::count(on_switch.begin(), on_switch.end(), 0U);
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    const unsigned count = on_switch[at];
    if (count == 0) continue;
    const std::uint64_t buffer = network.switches[at].depth / frame_beats;
    if (leaves == 1) return {buffer, kPacketsToOutput};
    const Uplink uplink = uplink_of(network, at);
    // Two switches may be each other's uplink; more have a backbone.
    const bool one_backbone = on_switch[uplink.to] == 0 ? !backbone || *backbone == uplink.to : leaves == 2;
    if (uplink.cables == 0 || !one_backbone) refuse();
    if (on_switch[uplink.to] == 0) backbone = uplink.to;
    const AutoWindow window{buffer * uplink.cables, packets_to_uplink(hosts.size(), count)};
    if (!least || window.packets() < least->packets()) least = window;
  }
  return *least;
}

}  // namespace xb
