// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/path_bound.h"

#include <algorithm>

namespace xb {
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

}  // namespace xb
