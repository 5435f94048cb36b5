// SPDX-License-Identifier: Apache-2.0
#include "host/network/fixed_routes.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/base/random.h"
#include "host/network/route_check.h"

namespace xb {
namespace {

/// Spreads the paths to all hosts over the cables.
class PathSpread {
 public:
  PathSpread(const Wiring& wiring, const Routes& routes)
      : wiring_(wiring),
        routes_(routes),
        states_(std::size_t{wiring.switches()} * Routes::kPhases),
        paths_(states_ * wiring.hosts(), 0) {
    for (unsigned at = 0; at < wiring.switches(); ++at) pairs_.emplace_back(wiring.ports(at), 0);
    for (unsigned host = 0; host < wiring.hosts(); ++host) set_any_path(host);
  }

  std::vector<std::uint8_t> run(bool balanced) {
    for_hosts([&](unsigned host, const Order& order) { spread(host, order); });
    if (balanced && paths_.size() <= kMostBalanced) {
      balance([&](const auto& visit) { for_hosts(visit); });
      if (paths_.size() <= kSearchedPaths) search();
    }
    return std::move(paths_);
  }

 private:
  static constexpr std::size_t kMostBalanced = std::size_t{1} << 23U;  // paths: some seconds
  static constexpr std::size_t kSearchedPaths = 200000;                // in all rounds: a tenth of a second
  static constexpr std::size_t kMostRounds = 1000;

  struct State {
    unsigned at, phase;
    unsigned cables;  ///< to the destination's switch, on the longest way
  };
  /// The states from which packets get to a switch, the farthest first.
  struct Order {
    unsigned to;
    std::vector<State> states;
  };

  template <class Visit>
  void for_hosts(const Visit& visit) {
    for (unsigned to = 0; to < wiring_.switches(); ++to) {
      if (wiring_.hosts(to) == 0) continue;
      const Order order = farthest_first(to);
      for (unsigned n = 0; n < wiring_.hosts(to); ++n) visit(wiring_.first_host(to) + n, order);
    }
  }

  [[nodiscard]] static std::size_t state(unsigned at, unsigned phase) {
    return std::size_t{at} * Routes::kPhases + phase;
  }
  [[nodiscard]] std::size_t after(const State& s, unsigned port) const {
    return state(wiring_.end(s.at, port).index, routes_.next_phase(s.at, s.phase, port));
  }
  std::uint8_t& path(unsigned host, std::size_t from) { return paths_[host * states_ + from]; }

  /// One that is allowed also where no packet for the host comes by, since tables may be written.
  void set_any_path(unsigned host) {
    const unsigned to = wiring_.switch_of(host);
    for (unsigned at = 0; at < wiring_.switches(); ++at) {
      for (unsigned phase = 0; phase < Routes::kPhases && at != to; ++phase) {
        const PortMask ports = routes_.ports(at, phase, to);
        if (ports != 0) path(host, state(at, phase)) = static_cast<std::uint8_t>(lowest_port(ports));
      }
    }
  }

  [[nodiscard]] Order farthest_first(unsigned to) const {
    Order order{to, {}};
    std::vector<unsigned> known(states_, 0);  // distance + 1
    for (unsigned from = 0; from < wiring_.switches(); ++from) {
      if (from != to && wiring_.hosts(from) > 0) distance(from, 0, to, known);
    }
    for (unsigned at = 0; at < wiring_.switches(); ++at) {
      for (unsigned phase = 0; phase < Routes::kPhases; ++phase) {
        const unsigned cables = known[state(at, phase)];
        if (cables > 0) order.states.push_back({at, phase, cables - 1});
      }
    }
    std::stable_sort(order.states.begin(), order.states.end(),
                     [](const State& a, const State& b) { return a.cables > b.cables; });
    return order;
  }

  /// Given routes may be of several lengths.
  unsigned distance(unsigned at, unsigned phase, unsigned to,  // NOLINT(misc-no-recursion): as deep as wide
                    std::vector<unsigned>& known) const {
    if (at == to) return 0;
    unsigned& mine = known[state(at, phase)];
    if (mine > 0) return mine - 1;
    unsigned farthest = 0;
    for_each_port(routes_.ports(at, phase, to), [&](unsigned port) {
      const unsigned next = wiring_.end(at, port).index;
      farthest = std::max(farthest, distance(next, routes_.next_phase(at, phase, port), to, known));
    });
    mine = 2 + farthest;
    return mine - 1;
  }

  /// Sources whose packets pass by each state; those further on are not known yet.
  [[nodiscard]] std::vector<std::uint32_t> own_sources(const Order& order) const {
    std::vector<std::uint32_t> passing(states_, 0);
    for (const State& s : order.states) {
      if (s.phase == 0) passing[state(s.at, 0)] = wiring_.hosts(s.at);
    }
    return passing;
  }

  void spread(unsigned host, const Order& order) {
    std::vector<std::uint32_t> passing = own_sources(order);
    for (const State& s : order.states) {
      const std::uint32_t sources = passing[state(s.at, s.phase)];
      const PortMask ports = routes_.ports(s.at, s.phase, order.to);
      unsigned best = lowest_port(ports);
      for_each_port(ports, [&](unsigned port) {
        if (pairs_[s.at][port] < pairs_[s.at][best]) best = port;
      });
      pairs_[s.at][best] += sources;
      passing[after(s, best)] += sources;
      path(host, state(s.at, s.phase)) = static_cast<std::uint8_t>(best);
    }
  }

  /// Calls visit(pairs) for each cable on the way of what leaves a state by a port.
  template <class Visit>
  void follow(unsigned host, State s, unsigned port, unsigned to, const Visit& visit) {
    for (;;) {
      visit(pairs_[s.at][port]);
      const unsigned next = wiring_.end(s.at, port).index;
      if (next == to) return;
      s = {next, routes_.next_phase(s.at, s.phase, port), 0};
      port = path(host, state(s.at, s.phase));
    }
  }

  /// Moves paths until none finds a better place. Each move makes the sum of the squares of pairs_ smaller,
  /// so that this ends; a few passes do most of it.
  template <class ForHosts>
  void balance(const ForHosts& for_all) {
    constexpr unsigned kMostPasses = 20;
    bool moved = true;
    for (unsigned pass = 0; pass < kMostPasses && moved; ++pass) {
      moved = false;
      for_all([&](unsigned host, const Order& order) { moved |= move(host, order); });
    }
  }

  /// No single path may find a better place where several together do: in small grids that leaves a third
  /// between links of one level. So paths to a host drawn at random are thrown about and balanced again; what
  /// comes out is gone on from unless it is worse.
  void search() {
    std::vector<Order> orders;
    for (unsigned to = 0; to < wiring_.switches(); ++to) orders.push_back(farthest_first(to));
    const auto for_all = [&](const auto& visit) {
      for (unsigned host = 0; host < wiring_.hosts(); ++host) visit(host, orders[wiring_.switch_of(host)]);
    };
    RandomStream random(1, StreamPurpose::Topology, 0);
    const std::vector<std::uint8_t> start = paths_;
    const std::uint64_t start_squares = squares(pairs_);
    std::vector<std::uint8_t> best = paths_;
    auto best_pairs = pairs_;
    const std::size_t rounds = std::min(kMostRounds, kSearchedPaths / paths_.size());
    for (std::size_t round = 0; round < rounds; ++round) {
      const unsigned host = random.below(wiring_.hosts());
      throw_about(host, orders[wiring_.switch_of(host)], random);
      balance(for_all);
      if (squares(pairs_) <= squares(best_pairs)) {
        best = paths_;
        best_pairs = pairs_;
      } else {
        paths_ = best;
        pairs_ = best_pairs;
      }
    }
    // A fat tree's are best from the start, and no two of its hosts share a cable down.
    if (squares(pairs_) == start_squares) paths_ = start;
  }

  static std::uint64_t squares(const std::vector<std::vector<std::uint64_t>>& pairs) {
    std::uint64_t sum = 0;
    for (const auto& of_switch : pairs) {
      for (const std::uint64_t of_cable : of_switch) sum += of_cable * of_cable;
    }
    return sum;
  }

  /// Half of the states from which packets go to a host get any port.
  void throw_about(unsigned host, const Order& order, RandomStream& random) {
    for_choices(host, order, [&](const State& s, unsigned mine, std::uint32_t) {
      if (random.below(2) == 0) return mine;
      const PortMask ports = routes_.ports(s.at, s.phase, order.to);
      return nth_port(ports, random.below(port_count(ports)));
    });
  }

  /// Moves what goes to a host, state by state, to ways with fewer pairs; false if it stays where it is.
  bool move(unsigned host, const Order& order) {
    bool moved = false;
    for_choices(host, order, [&](const State& s, unsigned mine, std::uint32_t sources) {
      const unsigned best = least_used(host, s, mine, order.to, sources);
      moved |= best != mine;
      return best;
    });
    return moved;
  }

  /// For each state with several ports, from which packets come to a host: choose(state, its port so far,
  /// sources of these packets) is its port from now on.
  template <class Choose>
  void for_choices(unsigned host, const Order& order, const Choose& choose) {
    std::vector<std::uint32_t> passing = own_sources(order);
    for (const State& s : order.states) {
      const std::uint32_t sources = passing[state(s.at, s.phase)];
      std::uint8_t& mine = path(host, state(s.at, s.phase));
      const PortMask ports = routes_.ports(s.at, s.phase, order.to);
      if (sources > 0 && (ports & (ports - 1)) != 0) {
        follow(host, s, mine, order.to, [&](std::uint64_t& pairs) { pairs -= sources; });
        mine = static_cast<std::uint8_t>(choose(s, mine, sources));
        follow(host, s, mine, order.to, [&](std::uint64_t& pairs) { pairs += sources; });
      }
      passing[after(s, mine)] += sources;
    }
  }

  /// The port by which the squares of pairs_ grow least; `mine` unless another is better.
  unsigned least_used(unsigned host, const State& s, unsigned mine, unsigned to, std::uint32_t sources) {
    const auto growth = [&](unsigned port) {
      std::uint64_t sum = 0;
      follow(host, s, port, to, [&](std::uint64_t& pairs) { sum += 2 * pairs + sources; });
      return sum;
    };
    std::uint64_t least = growth(mine);
    unsigned best = mine;
    for_each_port(routes_.ports(s.at, s.phase, to), [&](unsigned port) {
      const std::uint64_t sum = growth(port);
      if (sum < least) {
        least = sum;
        best = port;
      }
    });
    return best;
  }

  const Wiring& wiring_;
  const Routes& routes_;
  std::size_t states_;                             // of switches and phases
  std::vector<std::uint8_t> paths_;                // by host and state
  std::vector<std::vector<std::uint64_t>> pairs_;  // by switch and port: of hosts, over that cable
};

/// Whether there is a choice anywhere.
bool several_paths(const Wiring& wiring, const Routes& routes) {
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    for (unsigned to = 0; to < wiring.switches(); ++to) {
      for (unsigned phase = 0; phase < Routes::kPhases && at != to; ++phase) {
        const PortMask ports = routes.ports(at, phase, to);
        if ((ports & (ports - 1)) != 0) return true;
      }
    }
  }
  return false;
}

}  // namespace

Routes with_fixed_paths(const Wiring& wiring, Routes routes, bool balanced) {
  routes.adaptive = false;
  if (!routes.has_paths() && several_paths(wiring, routes))
    routes.set_paths(PathSpread(wiring, routes).run(balanced));
  return routes;
}

Routes fixed_routes_of(const Topology& topology, const Wiring& wiring) {
  Routes routes = routes_of(topology, wiring);
  check_routes(topology, wiring, routes);
  const bool own = routes.adaptive;
  return with_fixed_paths(wiring, std::move(routes), !own);
}

}  // namespace xb
