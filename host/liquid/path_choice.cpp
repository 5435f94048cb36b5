// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/path_choice.h"

#include <algorithm>
#include <map>

#include "host/base/random.h"

namespace xb {

PathTrees::PathTrees(const Topology& topology, const Wiring& wiring, const Routes& routes,
                     const std::vector<SizedTransfer>& transfers)
    : wiring_(wiring), routes_(routes), states_(std::size_t{wiring.switches()} * Routes::kPhases) {
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    first_.push_back(static_cast<unsigned>(period_.size()));
    for (unsigned port = 0; port < wiring.ports(at); ++port) {
      const PortEnd& end = wiring.end(at, port);
      period_.push_back(end.host ? 1 : topology.cables[end.cable].speed.period_cycles);
    }
  }
  add_goals(transfers);
  std::vector<std::uint64_t> sent(wiring.hosts()), received(wiring.hosts());
  for (const SizedTransfer& t : transfers) {
    sent[t.hosts.source] += t.packets;
    received[t.hosts.destination] += t.packets;
  }
  for (unsigned host = 0; host < wiring.hosts(); ++host) {
    const std::uint64_t period = topology.switches[wiring.switch_of(host)].host_cable.period_cycles;
    busiest_host_ = std::max(busiest_host_, std::max(sent[host], received[host]) * period);
  }
  next_.assign(goals_.size() * states_, 0);
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    const PathGoal& goal = goals_[g];
    for (const PathState s : goal.states)
      next_[place(g, s)] = static_cast<std::uint8_t>(routes.fixed_port(s.at, s.phase, goal.to, goal.host));
  }
  count_loads();
}

void PathTrees::add_goals(const std::vector<SizedTransfer>& transfers) {
  std::map<unsigned, std::map<unsigned, std::uint64_t>> packets;  // by host and source switch
  for (const SizedTransfer& t : transfers) {
    const unsigned from = wiring_.switch_of(t.hosts.source);
    if (from != wiring_.switch_of(t.hosts.destination)) packets[t.hosts.destination][from] += t.packets;
  }
  for (const auto& [host, sources] : packets) {
    PathGoal goal{host, wiring_.switch_of(host), {sources.begin(), sources.end()}};
    find_states(goal);
    goals_.push_back(std::move(goal));
  }
}

void PathTrees::find_states(PathGoal& goal) const {
  std::vector<bool> known(states_, false);
  // As deep as the network is wide: the routes have no loop.
  const std::function<void(PathState)> visit = [&](PathState s) {
    const std::size_t state = s.at * Routes::kPhases + s.phase;
    if (s.at == goal.to || known[state]) return;
    known[state] = true;
    for_each_port(ports(goal, s), [&](unsigned port) { visit(onward(s, port)); });
    goal.states.push_back(s);
  };
  for (const auto& [from, packets] : goal.sources) visit({from, 0});
}

void PathTrees::count_loads() {
  load_.assign(period_.size(), 0);
  flow_.assign(next_.size(), 0);
  for (unsigned g = 0; g < goals_.size(); ++g) {
    for (const auto& [from, packets] : goals_[g].sources)
      carry(g, {from, 0}, static_cast<std::int64_t>(packets));
  }
}

std::uint64_t PathTrees::carry(unsigned goal, PathState s, std::int64_t packets) {
  std::uint64_t most = 0;
  for (const unsigned to = goals_[goal].to; s.at != to;) {
    const unsigned port = next_[place(goal, s)];
    const unsigned c = channel(s.at, port);
    if (packets < 0) most = std::max(most, time(c));
    load_[c] += static_cast<std::uint64_t>(packets);
    if (packets > 0) most = std::max(most, time(c));
    flow_[place(goal, s)] += static_cast<std::uint32_t>(packets);
    s = onward(s, port);
  }
  return most;
}

std::uint64_t PathTrees::busiest() const {
  std::uint64_t most = 0;
  for (unsigned c = 0; c < channels(); ++c) most = std::max(most, time(c));
  return most;
}

void PathTrees::turn(unsigned goal, PathState s, unsigned port) {
  const auto packets = static_cast<std::int64_t>(flow(goal, s));
  if (packets > 0) carry(goal, s, -packets);
  next_[place(goal, s)] = static_cast<std::uint8_t>(port);
  if (packets > 0) carry(goal, s, packets);
}

bool PathTrees::turn_if_better(unsigned goal, PathState s, unsigned port) {
  const auto packets = static_cast<std::int64_t>(flow(goal, s));
  const unsigned old = next_[place(goal, s)];
  if (packets == 0 || old == port) return false;
  const std::uint64_t before = carry(goal, s, -packets);
  next_[place(goal, s)] = static_cast<std::uint8_t>(port);
  const std::uint64_t after = carry(goal, s, packets);
  if (after < before) return true;
  turn(goal, s, old);
  return false;
}

Routes PathTrees::routes() const {
  std::vector<std::uint8_t> paths = routes_.fixed_paths(wiring_);
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    for (const PathState s : goals_[g].states) paths[place(goals_[g].host, s)] = next_[place(g, s)];
  }
  Routes chosen = routes_;
  chosen.set_paths(std::move(paths));
  chosen.adaptive = false;
  return chosen;
}

void PathTrees::set_choice(const std::vector<std::uint8_t>& choice) {
  next_ = choice;
  count_loads();
}

namespace {

constexpr std::uint64_t kUnit = 1U << 20U;

/// All packets by their cheapest legal paths.
class CheapestPaths {
 public:
  CheapestPaths(const PathTrees& trees, const std::vector<std::uint64_t>& weights)
      : trees_(trees), weights_(weights), load_(trees.channels(), 0) {
    for (const PathGoal& goal : trees.goals()) add(goal);
  }
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  [[nodiscard]] const std::vector<std::uint64_t>& load() const { return load_; }

 private:
  void add(const PathGoal& goal) {
    const auto number = [&](PathState s) { return std::size_t{s.at} * Routes::kPhases + s.phase; };
    std::size_t states = 0;
    for (const PathState s : goal.states) states = std::max(states, number(s) + 1);
    cheapest_.assign(std::max(states, std::size_t{goal.to + 1} * Routes::kPhases), 0);
    port_.assign(cheapest_.size(), 0);
    flow_.assign(cheapest_.size(), 0);
    for (const PathState s : goal.states) {
      bool first = true;
      for_each_port(trees_.ports(goal, s), [&](unsigned port) {
        const unsigned c = trees_.channel(s.at, port);
        const std::uint64_t cost = weights_[c] * trees_.period(c) + cheapest_[number(trees_.onward(s, port))];
        if (!first && cost >= cheapest_[number(s)]) return;
        first = false;
        cheapest_[number(s)] = cost;
        port_[number(s)] = port;
      });
    }
    for (const auto& [from, packets] : goal.sources) {
      cost_ += packets * cheapest_[number({from, 0})];
      flow_[number({from, 0})] += packets;
    }
    for (auto s = goal.states.rbegin(); s != goal.states.rend(); ++s) {
      const std::uint64_t packets = flow_[number(*s)];
      const unsigned port = port_[number(*s)];
      load_[trees_.channel(s->at, port)] += packets;
      flow_[number(trees_.onward(*s, port))] += packets;
    }
  }

  const PathTrees& trees_;
  const std::vector<std::uint64_t>& weights_;
  std::vector<std::uint64_t> load_, cheapest_, flow_;
  std::vector<unsigned> port_;
  std::uint64_t cost_ = 0;
};

std::uint64_t bound_of(const CheapestPaths& paths, const std::vector<std::uint64_t>& weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t w : weights) sum += w;
  return sum == 0 ? 0 : (paths.cost() + sum - 1) / sum;
}

/// Raises a bound by better and better weights.
class Weights {
 public:
  Weights(const PathTrees& trees, std::uint64_t least) : trees_(trees), least_(least) {}
  [[nodiscard]] std::uint64_t least() const { return least_; }

  void try_cuts() {
    std::vector<std::uint64_t> weights(trees_.channels(), 0);
    for (unsigned c = 0; c < trees_.channels(); ++c) {
      if (trees_.time(c) <= least_) continue;  // it is not in the way of any better bound
      weights[c] = 1;
      least_ = std::max(least_, busiest_by_weights(trees_, weights));
      weights[c] = 0;
    }
  }

  /// Flows that are split: each round moves a part of all packets to the paths that are cheapest by the loads
  /// so far, the busiest channels being ever dearer (Frank & Wolfe).
  void split_flows(unsigned rounds, std::uint64_t goal) {
    std::vector<double> load(trees_.channels());
    for (unsigned c = 0; c < trees_.channels(); ++c) load[c] = static_cast<double>(trees_.time(c));
    for (unsigned round = 0; round < rounds && least_ < goal; ++round) {
      const double most = *std::max_element(load.begin(), load.end());
      if (most <= 0) return;
      // Squared so often that no library's power is needed: the same on every machine.
      const unsigned squares = 3 + 6 * round / rounds;
      std::vector<std::uint64_t> weights(trees_.channels());
      for (unsigned c = 0; c < trees_.channels(); ++c) {
        double share = load[c] / most;
        for (unsigned n = 0; n < squares; ++n) share *= share;
        weights[c] = static_cast<std::uint64_t>(share * static_cast<double>(kUnit));
      }
      const CheapestPaths paths(trees_, weights);
      least_ = std::max(least_, bound_of(paths, weights));
      const double part = 2.0 / (round + 3.0);
      for (unsigned c = 0; c < trees_.channels(); ++c) {
        const auto time = static_cast<double>(paths.load()[c] * trees_.period(c));
        load[c] += part * (time - load[c]);
      }
    }
    try_heavy(load);
  }

 private:
  /// The channels that are busiest when flows are split, as a cut.
  void try_heavy(const std::vector<double>& load) {
    const double most = *std::max_element(load.begin(), load.end());
    for (const double share : {.999, .995, .99, .98, .97, .95, .9, .85, .8, .7}) {
      std::vector<std::uint64_t> weights(trees_.channels());
      for (unsigned c = 0; c < trees_.channels(); ++c) weights[c] = load[c] >= share * most ? 1 : 0;
      least_ = std::max(least_, busiest_by_weights(trees_, weights));
    }
  }

  const PathTrees& trees_;
  std::uint64_t least_;
};

}  // namespace

std::uint64_t busiest_by_weights(const PathTrees& trees, const std::vector<std::uint64_t>& weights) {
  return bound_of(CheapestPaths(trees, weights), weights);
}

std::uint64_t least_busiest(const PathTrees& trees) {
  constexpr unsigned kRounds = 400;
  const std::uint64_t now = std::max(trees.busiest(), trees.busiest_host());
  Weights weights(trees, trees.busiest_host());
  weights.try_cuts();
  if (weights.least() < now) weights.split_flows(kRounds, now);
  return weights.least();
}

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
        const unsigned cable = port_count(wiring.ports_to(s.at, by) & (bit(own) - 1));
        if (port_count(routes.ports(s.at, s.phase, to)) > 1)
          list.push_back({s.at, host, by, cable, s.phase > 0});
        s = {by, routes.next_phase(s.at, s.phase, own)};
      }
    }
  }
  return list;
}

}  // namespace xb
