// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/path_choice.h"

#include <algorithm>

#include "host/base/random.h"
#include "host/liquid/path_bound.h"
#include "host/liquid/path_trees.h"

namespace xb {
namespace {

/// Where packets pass that could leave by another port.
struct Fork {
  unsigned goal;
  PathState state;
};

class PathSearch {
 public:
  PathSearch(PathTrees& trees, std::uint64_t seed, std::uint64_t goal)
      : trees_(trees), goal_(goal), random_(seed, StreamPurpose::LiquidSteps, kStream) {
    for (unsigned g = 0; g < trees.goals().size(); ++g) {
      const PathGoal& to = trees.goals()[g];
      for (const PathState s : to.states) {
        if (port_count(trees.ports(to, s)) > 1) forks_.push_back({g, s});
      }
    }
  }

  void run() {
    if (forks_.empty() || trees_.busiest() <= goal_) return;
    descend();
    std::vector<std::uint8_t> best = trees_.choice();
    Busy least = busy();
    const std::uint64_t tries = std::clamp<std::uint64_t>(kWork / forks_.size(), 4, 2000);
    for (std::uint64_t n = 0; n < tries && least.time > goal_; ++n) {
      disturb(least.time);
      descend();
      const Busy now = busy();
      if (least < now) {
        trees_.set_choice(best);
      } else {
        best = trees_.choice();
        least = now;
      }
    }
    trees_.set_choice(best);
  }

 private:
  static constexpr std::uint64_t kStream = std::uint64_t{1} << 63U;
  static constexpr std::uint64_t kWork = 1U << 21U;

  /// The busiest channel, and how many are as busy.
  struct Busy {
    std::uint64_t time = 0;
    unsigned channels = 0;
    friend bool operator<(Busy a, Busy b) {
      return a.time != b.time ? a.time < b.time : a.channels < b.channels;
    }
  };
  [[nodiscard]] Busy busy() const {
    Busy most;
    for (unsigned c = 0; c < trees_.channels(); ++c) {
      const std::uint64_t time = trees_.time(c);
      if (time > most.time) most = {time, 0};
      if (time == most.time) ++most.channels;
    }
    return most;
  }

  /// Until no single port makes a busy channel less busy. Every turn takes from the busiest of those that it
  /// changes, so that it ends.
  void descend() {
    for (bool turned = true; turned;) {
      turned = false;
      for (const Fork& fork : forks_) {
        for_each_port(trees_.ports(trees_.goals()[fork.goal], fork.state),
                      [&](unsigned port) { turned |= trees_.turn_if_better(fork.goal, fork.state, port); });
      }
    }
  }

  /// Turns a few forks at random, those above all whose packets go on by the busiest channels.
  void disturb(std::uint64_t busiest) {
    std::vector<Fork> near;
    for (const Fork& fork : forks_) {
      if (trees_.flow(fork.goal, fork.state) > 0 && passes(fork, busiest)) near.push_back(fork);
    }
    const unsigned turns = 1 + random_.below(kMostTurns);
    for (unsigned n = 0; n < turns; ++n) {
      const bool any = near.empty() || random_.below(4) == 0;
      const std::vector<Fork>& from = any ? forks_ : near;
      const Fork fork = from[random_.below(static_cast<std::uint32_t>(from.size()))];
      PortMask ports = trees_.ports(trees_.goals()[fork.goal], fork.state);
      for (unsigned skip = random_.below(port_count(ports)); skip > 0; --skip) ports &= ports - 1;
      trees_.turn(fork.goal, fork.state, lowest_port(ports));
    }
  }
  static constexpr unsigned kMostTurns = 6;

  [[nodiscard]] bool passes(const Fork& fork, std::uint64_t busiest) const {
    const unsigned to = trees_.goals()[fork.goal].to;
    for (PathState s = fork.state; s.at != to;) {
      const unsigned port = trees_.port(fork.goal, s);
      if (trees_.time(trees_.channel(s.at, port)) == busiest) return true;
      s = trees_.onward(s, port);
    }
    return false;
  }

  PathTrees& trees_;
  std::uint64_t goal_;
  RandomStream random_;
  std::vector<Fork> forks_;
};

}  // namespace

PathChoice choose_paths(const Topology& topology, const Wiring& wiring, const Routes& routes,
                        const std::vector<SizedTransfer>& transfers, std::uint64_t seed) {
  PathTrees trees(topology, wiring, routes, transfers);
  const std::uint64_t least = least_busiest(trees);
  PathChoice choice{routes, std::max(trees.busiest(), trees.busiest_host())};
  choice.least = least;
  PathSearch(trees, seed, least).run();
  choice.chosen = std::max(trees.busiest(), trees.busiest_host());
  choice.routes = trees.routes();
  return choice;
}

void each_other_path(const Topology& topology, const Wiring& wiring, const Routes& routes,
                     const std::vector<SizedTransfer>& transfers, std::uint64_t most,
                     const std::function<bool(const Routes&)>& take) {
  PathTrees trees(topology, wiring, routes, transfers);
  for (unsigned g = 0; g < trees.goals().size(); ++g) {
    const PathGoal& goal = trees.goals()[g];
    for (const PathState s : goal.states) {
      const unsigned old = trees.port(g, s);
      if (trees.flow(g, s) == 0) continue;
      for (PortMask left = trees.ports(goal, s) & ~bit(old); left != 0; left &= left - 1) {
        trees.turn(g, s, lowest_port(left));
        if (std::max(trees.busiest(), trees.busiest_host()) <= most && !take(trees.routes())) return;
      }
      trees.turn(g, s, old);
    }
  }
}

std::vector<Topology::HostRoute> host_routes_of(const Wiring& wiring, const Routes& routes) {
  std::vector<Topology::HostRoute> list;
  for (unsigned host = 0; host < wiring.hosts(); ++host) {
    const unsigned to = wiring.switch_of(host);
    // Where no packets come by there may be no path.
    std::vector<bool> seen(std::size_t{wiring.switches()} * Routes::kPhases, false);
    for (unsigned from = 0; from < wiring.switches(); ++from) {
      if (wiring.hosts(from) == 0) continue;
      for (PathState s{from, 0}; s.at != to && !seen[s.at * Routes::kPhases + s.phase];) {
        seen[s.at * Routes::kPhases + s.phase] = true;
        const unsigned own = routes.fixed_port(s.at, s.phase, to, host);
        const unsigned by = wiring.end(s.at, own).index;
        unsigned cable = 0;
        for (unsigned port = 0; port < own; ++port) {
          const PortEnd& end = wiring.end(s.at, port);
          if (!end.host && end.index == by) ++cable;
        }
        if (port_count(routes.ports(s.at, s.phase, to)) > 1)
          list.push_back({s.at, host, by, cable, s.phase > 0});
        s = {by, routes.next_phase(s.at, s.phase, own)};
      }
    }
  }
  return list;
}

}  // namespace xb
