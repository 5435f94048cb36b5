// SPDX-License-Identifier: Apache-2.0
#include "host/config/network_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "host/base/errors.h"
#include "host/nic/global_window.h"

namespace xb {
namespace {

/// Ways to the hosts of one switch, from wherever they start.
class Ways {
 public:
  Ways(const Network& network, const PacketOnWay& packet, unsigned to)
      : network_(network), packet_(packet), to_(to), known_(network.wiring.switches() * Routes::kPhases) {}

  /// From a host of switch `from`.
  std::uint64_t longest(unsigned from) {
    const CableSpeed& cable = network_.topology.switches[from].host_cable;
    return cable.latency_cycles + packet_.beats * (cable.period_cycles - 1) + onward(from, 0);
  }

 private:
  /// Through switch `at` and a cable that leads out of it.
  [[nodiscard]] std::uint64_t hop(unsigned at, const CableSpeed& cable, std::uint64_t gap_cycles) const {
    const RunConfig& c = network_.switches[at];
    const std::uint64_t queue = packet_.full_queues ? std::uint64_t{c.depth} * cable.period_cycles : 0;
    return c.route_delay + 1 + std::max(gap_cycles, packet_.beats * cable.period_cycles) + queue +
           cable.latency_cycles;
  }

  /// The routes have been checked: they have no loop.
  std::uint64_t onward(unsigned at, unsigned phase) {  // NOLINT(misc-no-recursion): see Walk
    if (at == to_) return hop(at, network_.topology.switches[at].host_cable, packet_.gap_cycles);
    auto& known = known_[at * Routes::kPhases + phase];
    if (known) return *known;
    std::uint64_t most = 0;
    for_each_port(network_.routes.ports(at, phase, to_), [&](unsigned port) {
      const PortEnd& end = network_.wiring.end(at, port);
      most = std::max(most, hop(at, network_.topology.cables[end.cable].speed, 0) +
                                onward(end.index, network_.routes.next_phase(at, phase, port)));
    });
    known = most;
    return most;
  }

  const Network& network_;
  const PacketOnWay& packet_;
  unsigned to_;
  std::vector<std::optional<std::uint64_t>> known_;
};

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
  const Wiring& wiring = network.wiring;
  std::uint64_t most = 0;
  for (unsigned to = 0; to < wiring.switches(); ++to) {
    if (wiring.hosts(to) == 0) continue;
    Ways ways(network, packet, to);
    for (unsigned from = 0; from < wiring.switches(); ++from) {
      if (wiring.hosts(from) > 0) most = std::max(most, ways.longest(from));
    }
  }
  return most;
}

std::uint64_t uplink_window(const Network& network, const HostList& hosts, unsigned frame_beats) {
  const Wiring& wiring = network.wiring;
  std::vector<unsigned> on_switch(wiring.switches(), 0);
  for (unsigned rank = 0; rank < hosts.size(); ++rank) ++on_switch[wiring.switch_of(hosts[rank])];
  const auto refuse = [&] {
    throw InputError(fmt::format(
        "global-window: 'auto' is not allowed with topology {}; allowed: none, packets, or where each switch "
        "with hosts has its cables to one other switch, the same for all",
        network.topology.name));
  };
  std::optional<std::uint64_t> least;
  std::optional<unsigned> backbone;
  const auto leaves = wiring.switches() - std::count(on_switch.begin(), on_switch.end(), 0U);
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    const unsigned count = on_switch[at];
    if (count == 0) continue;
    const double buffer = network.switches[at].depth / frame_beats;
    if (leaves == 1) return global_window(buffer, kPacketsToOutput);
    const Uplink uplink = uplink_of(network, at);
    // Two switches may be each other's uplink; more have a backbone.
    const bool one_backbone = on_switch[uplink.to] == 0 ? !backbone || *backbone == uplink.to : leaves == 2;
    if (uplink.cables == 0 || !one_backbone) refuse();
    if (on_switch[uplink.to] == 0) backbone = uplink.to;
    const std::uint64_t window =
        global_window(buffer * uplink.cables, packets_to_uplink(hosts.size(), count));
    least = std::min(least.value_or(window), window);
  }
  return *least;
}

}  // namespace xb
