// SPDX-License-Identifier: Apache-2.0
#include "host/network/fixed_routes.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

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
  }

  std::vector<std::uint8_t> run() {
    for (unsigned to = 0; to < wiring_.switches(); ++to) {
      if (wiring_.hosts(to) == 0) continue;
      const std::vector<State> order = farthest_first(to);
      for (unsigned n = 0; n < wiring_.hosts(to); ++n) spread(wiring_.first_host(to) + n, to, order);
    }
    return std::move(paths_);
  }

 private:
  struct State {
    unsigned at, phase;
    unsigned cables;  ///< to the destination's switch
  };

  /// All states from which packets get to a switch, by their distance.
  std::vector<State> farthest_first(unsigned to) const {
    std::vector<State> states;
    std::vector<unsigned> known(states_, 0);  // distance + 1
    for (unsigned at = 0; at < wiring_.switches(); ++at) {
      for (unsigned phase = 0; phase < Routes::kPhases; ++phase) {
        if (at == to || routes_.ports(at, phase, to) == 0) continue;
        states.push_back({at, phase, distance(at, phase, to, known)});
      }
    }
    std::stable_sort(states.begin(), states.end(),
                     [](const State& a, const State& b) { return a.cables > b.cables; });
    return states;
  }

  /// All ways from a state are equally long.
  unsigned distance(unsigned at, unsigned phase, unsigned to, std::vector<unsigned>& known) const {
    if (at == to) return 0;
    unsigned& mine = known[at * Routes::kPhases + phase];
    if (mine == 0) {
      const unsigned port = lowest_port(routes_.ports(at, phase, to));
      mine = 2 + distance(wiring_.end(at, port).index, routes_.next_phase(at, phase, port), to, known);
    }
    return mine - 1;
  }

  void spread(unsigned host, unsigned to, const std::vector<State>& order) {
    std::vector<std::uint32_t> passing(states_, 0);  // sources whose packets pass by a state
    for (const State& s : order) {
      const std::uint32_t own = s.phase == 0 ? wiring_.hosts(s.at) : 0;
      const std::uint32_t sources = passing[s.at * Routes::kPhases + s.phase] + own;
      PortMask ports = routes_.ports(s.at, s.phase, to);
      unsigned best = lowest_port(ports);
      for_each_port(ports, [&](unsigned port) {
        if (pairs_[s.at][port] < pairs_[s.at][best]) best = port;
      });
      pairs_[s.at][best] += sources;
      const unsigned next = wiring_.end(s.at, best).index;
      passing[next * Routes::kPhases + routes_.next_phase(s.at, s.phase, best)] += sources;
      paths_[host * states_ + s.at * Routes::kPhases + s.phase] = static_cast<std::uint8_t>(best);
    }
  }

  const Wiring& wiring_;
  const Routes& routes_;
  std::size_t states_;                             // of switches and phases
  std::vector<std::uint8_t> paths_;                // by host and state
  std::vector<std::vector<std::uint64_t>> pairs_;  // by switch and port: of hosts, over that cable
};

}  // namespace

Routes fixed_routes_of(const Topology& topology, const Wiring& wiring) {
  Routes routes = routes_of(topology, wiring);
  if (!routes.adaptive) return routes;
  routes.set_paths(PathSpread(wiring, routes).run());
  routes.adaptive = false;
  return routes;
}

}  // namespace xb
