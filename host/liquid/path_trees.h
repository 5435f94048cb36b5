// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

}  // namespace xb
