// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "host/liquid/network_transfers.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// Where packets for one host may be on their way: a switch and a phase (routes.h).
struct PathState {
  unsigned at, phase;
};

/// A host that packets are for, and the states that they may come to by ports of the routes.
struct PathGoal {
  unsigned host, to;                                          ///< to: its switch
  std::vector<std::pair<unsigned, std::uint64_t>> sources{};  ///< other switches, and packets from there
  std::vector<PathState> states{};                            ///< what a state leads to comes before it
};

/// Transfers as a network carries them whose tables have one port for each host, switch and phase: loads of
/// the channels between switches, while paths are changed.
class PathTrees {
 public:
  /// The paths are those of `routes`, which adapt nothing; all its ports are legal.
  PathTrees(const Topology& topology, const Wiring& wiring, const Routes& routes,
            const std::vector<SizedTransfer>& transfers);

  [[nodiscard]] const std::vector<PathGoal>& goals() const { return goals_; }
  [[nodiscard]] PortMask ports(const PathGoal& goal, PathState s) const {
    return routes_.ports(s.at, s.phase, goal.to);
  }
  [[nodiscard]] PathState onward(PathState s, unsigned port) const {
    return {wiring_.end(s.at, port).index, routes_.next_phase(s.at, s.phase, port)};
  }
  [[nodiscard]] unsigned channels() const { return static_cast<unsigned>(load_.size()); }
  [[nodiscard]] unsigned channel(unsigned at, unsigned port) const { return first_[at] + port; }
  /// Cycles in which a channel moves a beat.
  [[nodiscard]] std::uint64_t period(unsigned channel) const { return period_[channel]; }
  [[nodiscard]] std::uint64_t time(unsigned channel) const { return load_[channel] * period_[channel]; }
  /// Of the busiest channel between switches.
  [[nodiscard]] std::uint64_t busiest() const;
  /// Of the busiest link of a host, which no path changes.
  [[nodiscard]] std::uint64_t busiest_host() const { return busiest_host_; }

  [[nodiscard]] unsigned port(unsigned goal, PathState s) const { return next_[place(goal, s)]; }
  /// Packets that pass by a state.
  [[nodiscard]] std::uint64_t flow(unsigned goal, PathState s) const { return flow_[place(goal, s)]; }
  /// All packets of a state leave by another port.
  void turn(unsigned goal, PathState s, unsigned port);
  /// The same if then the busiest of the channels on the way before and after is less busy. Whether it did.
  bool turn_if_better(unsigned goal, PathState s, unsigned port);

  /// The tables: routes with these paths.
  [[nodiscard]] Routes routes() const;
  /// The ports of all goals, to come back to.
  [[nodiscard]] const std::vector<std::uint8_t>& choice() const { return next_; }
  void set_choice(const std::vector<std::uint8_t>& choice);

 private:
  [[nodiscard]] std::size_t place(std::size_t goal, PathState s) const {
    return goal * states_ + std::size_t{s.at} * Routes::kPhases + s.phase;
  }
  void add_goals(const std::vector<SizedTransfer>& transfers);
  void find_states(PathGoal& goal) const;
  void count_loads();
  /// Adds packets to the way from a state; less than 0: takes them away. The busiest channel's time before
  /// they are taken away, or after they are added.
  std::uint64_t carry(unsigned goal, PathState s, std::int64_t packets);

  const Wiring& wiring_;
  Routes routes_;
  std::size_t states_;
  std::vector<unsigned> first_;  // by switch: the channel of port 0
  std::vector<std::uint64_t> period_, load_;
  std::uint64_t busiest_host_ = 0;
  std::vector<PathGoal> goals_;
  std::vector<std::uint8_t> next_;   // by goal and state
  std::vector<std::uint32_t> flow_;  // likewise
};

/// What the busiest channel takes at least, whatever legal paths are chosen, even a path for each packet: for
/// any weights of the channels, all packets by their cheapest legal paths over the sum of the weights,
/// rounded up. (The dual of the linear program that splits flows; weights of 1 and 0 are a cut.) Exact whole
/// numbers. `weights`: by channel, up to 2^20.
std::uint64_t busiest_by_weights(const PathTrees& trees, const std::vector<std::uint64_t>& weights);

/// The largest such bound that was found, by every channel alone, all channels into or out of a switch, and
/// the loads of flows that are split more and more evenly; not less than the busiest link of a host.
std::uint64_t least_busiest(const PathTrees& trees);

/// Legal paths by which the busiest link carries little. Times are packets times the cycles in which a link
/// moves a beat: where all cables are alike, the packets of the busiest link.
struct PathChoice {
  Routes routes;                    ///< one path to each host
  std::uint64_t given, chosen = 0;  ///< of the busiest link, by the paths given and by these
  std::uint64_t least = 0;          ///< no legal paths take less; see least_busiest()
};

/// Chooses among the ports of `routes`, whose own paths are the start and stay where nothing is better. A
/// search from there, and from paths that are turned at random near the busiest links, the same for the same
/// seed; it ends where the bound is reached.
PathChoice choose_paths(const Topology& topology, const Wiring& wiring, const Routes& routes,
                        const std::vector<SizedTransfer>& transfers, std::uint64_t seed);

/// The paths that differ from a choice's in one port of one table, and whose busiest link takes no longer
/// than `most`: calls `take(routes)` for each until that says stop, false.
void each_other_path(const Topology& topology, const Wiring& wiring, const Routes& routes,
                     const std::vector<SizedTransfer>& transfers, std::uint64_t most,
                     const std::function<bool(const Routes&)>& take);

/// The paths as routes of a topology: where the routing leaves a choice on the way of packets.
std::vector<Topology::HostRoute> host_routes_of(const Wiring& wiring, const Routes& routes);

}  // namespace xb
