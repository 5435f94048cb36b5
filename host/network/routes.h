// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "host/network/topology.h"

namespace xb {

/// Forwarding tables: the ports by which a switch may send a packet on towards each switch. A packet has a
/// phase, 0 at its source; where the rules need more, as up*/down* does, the ports depend on it.
class Routes {
 public:
  static constexpr unsigned kPhases = 2;

  explicit Routes(unsigned switches);

  /// From switch `at` to switch `to`, two different ones: a set of ports; empty if no packet gets there so.
  [[nodiscard]] PortMask ports(unsigned at, unsigned phase, unsigned to) const {
    return ports_[place(at, phase, to)];
  }
  void set(unsigned at, unsigned phase, unsigned to, PortMask ports) { ports_[place(at, phase, to)] = ports; }
  /// The phase of a packet that leaves switch `at` by `port`.
  [[nodiscard]] unsigned next_phase(unsigned at, unsigned phase, unsigned port) const {
    return phase | static_cast<unsigned>(down_[at] >> port & 1U);
  }
  /// The port that a packet for a host at switch `to` takes where nothing adapts: that of its path if paths
  /// are set, else the n-th of the ports, n = host modulo their number, from which on an adaptive switch
  /// looks for a free one. There is one at least.
  [[nodiscard]] unsigned fixed_port(unsigned at, unsigned phase, unsigned to, unsigned host) const {
    if (!paths_.empty()) return paths_[(std::size_t{host} * switches_ + at) * kPhases + phase];
    const PortMask all = ports(at, phase, to);
    const unsigned first = lowest_port(all);
    if ((all & (all - 1)) == 0) return first;
    const PortMask from_first = all >> first;
    // Side by side, as in a tree.
    if ((from_first & (from_first + 1)) == 0) return first + host % (highest_port(from_first) + 1);
    return nth_port(all, host % port_count(all));
  }
  /// One path to each host: a port for each host, switch and phase, in this order (fixed_routes.h).
  void set_paths(std::vector<std::uint8_t> paths) { paths_ = std::move(paths); }
  /// The same of fixed_port(); 0 where none leads on.
  [[nodiscard]] std::vector<std::uint8_t> fixed_paths(const Wiring& wiring) const;
  [[nodiscard]] bool has_paths() const { return !paths_.empty(); }
  /// Ports that lead down: what leaves by one has phase 1 from then on.
  void set_down(unsigned at, PortMask ports) { down_[at] = ports; }
  [[nodiscard]] PortMask down(unsigned at) const { return down_[at]; }
  /// Whether a switch takes whichever of the ports is free, or fixed_port().
  bool adaptive = false;
  /// Whether some switch has several ports to take one of.
  [[nodiscard]] bool adapts() const {
    return adaptive && std::any_of(ports_.begin(), ports_.end(),
                                   [](PortMask ports) { return (ports & (ports - 1)) != 0; });
  }

 private:
  /// What a switch uses lies together.
  [[nodiscard]] std::size_t place(unsigned at, unsigned phase, unsigned to) const {
    return (std::size_t{at} * kPhases + phase) * switches_ + to;
  }

  std::size_t switches_;
  std::vector<std::uint8_t> paths_;
  std::vector<PortMask> ports_;
  std::vector<PortMask> down_;
};

/// As the topology has them. Throws InputError for a given route that is no cable.
Routes routes_of(const Topology& topology, const Wiring& wiring);

/// All shortest paths, counted in cables.
Routes shortest_routes(const Wiring& wiring);

/// Up*/down* (Schroeder et al. 1991, Autonet): a breadth-first tree gives each cable an upper end, which is
/// nearer to the root, or at the same distance has the lower number. A packet goes up as often as it likes,
/// then down; never up after down, so that no cycle of channels can wait for itself. Of these paths the
/// shortest, adaptively. The root is the switch with the least distance to the farthest one with hosts, of
/// several that with the lowest number.
Routes up_down_routes(const Wiring& wiring);

/// The root of up_down_routes(), for reports.
unsigned up_down_root(const Wiring& wiring);

}  // namespace xb
