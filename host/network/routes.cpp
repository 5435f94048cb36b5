// SPDX-License-Identifier: Apache-2.0
#include "host/network/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "host/base/errors.h"
#include "host/network/dimension_order.h"

namespace xb {
namespace {

constexpr unsigned kFar = std::numeric_limits<unsigned>::max();

/// The switches at the ends of each switch's cables, which begin at port wiring.hosts(switch). All in one
/// place: a network is gone through once for each of its switches.
class Neighbours {
 public:
  explicit Neighbours(const Wiring& wiring) {
    for (unsigned at = 0; at < wiring.switches(); ++at) {
      for (unsigned port = wiring.hosts(at); port < wiring.ports(at); ++port)
        all_.push_back(wiring.end(at, port).index);
      ends_.push_back(all_.size());
    }
  }
  struct Range {
    const unsigned *first, *last;
    [[nodiscard]] const unsigned* begin() const { return first; }
    [[nodiscard]] const unsigned* end() const { return last; }
  };
  [[nodiscard]] Range of(unsigned at) const {
    return {all_.data() + (at == 0 ? 0 : ends_[at - 1]), all_.data() + ends_[at]};
  }
  [[nodiscard]] unsigned switches() const { return static_cast<unsigned>(ends_.size()); }

 private:
  std::vector<unsigned> all_;
  std::vector<std::size_t> ends_;  // by switch, in all_
};

/// Cables from each switch to `to`.
std::vector<unsigned> distances(const Neighbours& neighbours, unsigned to) {
  std::vector<unsigned> distance(neighbours.switches(), kFar);
  std::vector<unsigned> order{to};
  order.reserve(distance.size());
  distance[to] = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    const unsigned further = distance[order[n]] + 1;
    for (const unsigned next : neighbours.of(order[n])) {
      if (distance[next] != kFar) continue;
      distance[next] = further;
      order.push_back(next);
    }
  }
  return distance;
}

/// Legal distances to `to` from (switch, phase), where phase 1 may not go up.
std::vector<unsigned> legal_distances(const Wiring& wiring, const Routes& routes, unsigned to) {
  std::vector<unsigned> distance(std::size_t{wiring.switches()} * Routes::kPhases, kFar);
  std::vector<unsigned> order;
  const auto reach = [&](unsigned at, unsigned phase, unsigned cables) {
    unsigned& known = distance[at * Routes::kPhases + phase];
    if (known != kFar) return;
    known = cables;
    order.push_back(at * Routes::kPhases + phase);
  };
  reach(to, 0, 0);
  reach(to, 1, 0);
  for (std::size_t next = 0; next < order.size();) {
    const unsigned here = order[next++];
    const unsigned at = here / Routes::kPhases;
    const unsigned phase = here % Routes::kPhases;
    for (unsigned port = 0; port < wiring.ports(at); ++port) {
      const PortEnd& end = wiring.end(at, port);
      if (end.host) continue;
      // From the neighbour to here: down gives phase 1 from any phase, up keeps phase 0.
      const bool goes_down = (routes.down(end.index) >> end.port & 1U) != 0;
      const unsigned cables = distance[here] + 1;
      if (goes_down && phase == 1) {
        reach(end.index, 0, cables);
        reach(end.index, 1, cables);
      } else if (!goes_down && phase == 0) {
        reach(end.index, 0, cables);
      }
    }
  }
  return distance;
}

}  // namespace

Routes::Routes(unsigned switches)
    : switches_(switches), ports_(switches_ * switches_ * kPhases, 0), down_(switches_, 0) {}

std::vector<std::uint8_t> Routes::fixed_paths(const Wiring& wiring) const {
  std::vector<std::uint8_t> paths;
  paths.reserve(wiring.hosts() * switches_ * kPhases);
  for (unsigned host = 0; host < wiring.hosts(); ++host) {
    const unsigned to = wiring.switch_of(host);
    for (unsigned at = 0; at < switches_; ++at) {
      for (unsigned phase = 0; phase < kPhases; ++phase) {
        const bool leads_on = at != to && ports(at, phase, to) != 0;
        paths.push_back(leads_on ? static_cast<std::uint8_t>(fixed_port(at, phase, to, host)) : 0);
      }
    }
  }
  return paths;
}

namespace {

void set_given(Routes& routes, const Topology& topology, const Wiring& wiring) {
  for (const Topology::Route& route : topology.routes) {
    const PortMask ports = wiring.ports_to(route.at, route.by);
    if (ports == 0) {
      throw InputError("{}:{}: no cable leads from switch {} to switch {}; allowed: its neighbours",
                       topology.name, route.line, topology.switches[route.at].name,
                       topology.switches[route.by].name);
    }
    for (unsigned phase = 0; phase < Routes::kPhases; ++phase) routes.set(route.at, phase, route.to, ports);
  }
}

/// The port of a given path to a host.
unsigned port_of(const Topology::HostRoute& route, const Routes& routes, const Topology& topology,
                 const Wiring& wiring) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("{}: route: {}", topology.place(route.line), what);
  };
  if (route.host >= wiring.hosts()) {
    refuse(fmt::format("host '{}' is not allowed; allowed: 0..{}", route.host, wiring.hosts() - 1));
  }
  const unsigned to = wiring.switch_of(route.host);
  const std::string& at = topology.switches[route.at].name;
  if (to == route.at) refuse(fmt::format("host {} is at switch {} itself; allowed: another", route.host, at));
  if (route.descending && topology.routing != Routing::UpDown)
    refuse("descending: not allowed; allowed: with routing up-down");
  const PortMask cables = wiring.ports_to(route.at, route.by);
  if (route.cable < port_count(cables)) {
    const unsigned port = nth_port(cables, route.cable);
    if ((routes.ports(route.at, route.descending ? 1 : 0, to) >> port & 1U) != 0) return port;
  }
  refuse(fmt::format(
      "cable {} from switch {} to switch {} is no way to host {}{}; allowed: those of the routing",
      route.cable, at, topology.switches[route.by].name, route.host, route.descending ? " down" : ""));
  return 0;
}

void set_given_paths(Routes& routes, const Topology& topology, const Wiring& wiring) {
  if (topology.host_routes.empty()) return;
  std::vector<std::uint8_t> paths = routes.fixed_paths(wiring);
  for (const Topology::HostRoute& route : topology.host_routes) {
    const std::size_t state = (std::size_t{route.host} * wiring.switches() + route.at) * Routes::kPhases;
    const auto port = static_cast<std::uint8_t>(port_of(route, routes, topology, wiring));
    paths[state + (route.descending ? 1 : 0)] = port;
  }
  routes.set_paths(std::move(paths));
  routes.adaptive = false;
}

Routes routing_tables(const Topology& topology, const Wiring& wiring) {
  switch (topology.routing) {
    case Routing::UpDown:
      return up_down_routes(wiring);
    case Routing::DimensionOrder:
      return dimension_order_routes(topology, wiring);
    default:
      return shortest_routes(wiring);
  }
}

}  // namespace

Routes routes_of(const Topology& topology, const Wiring& wiring) {
  Routes routes = routing_tables(topology, wiring);
  routes.adaptive = topology.routing == Routing::UpDown || topology.routing == Routing::ShortestAdaptive;
  if (topology.routing != Routing::UpDown) set_given(routes, topology, wiring);
  set_given_paths(routes, topology, wiring);
  return routes;
}

Routes shortest_routes(const Wiring& wiring) {
  Routes routes(wiring.switches());
  const Neighbours neighbours(wiring);
  for (unsigned to = 0; to < wiring.switches(); ++to) {
    if (wiring.hosts(to) == 0) continue;  // nothing goes there
    const auto distance = distances(neighbours, to);
    for (unsigned at = 0; at < wiring.switches(); ++at) {
      PortMask nearer = 0;
      unsigned port = wiring.hosts(at);
      for (const unsigned next : neighbours.of(at))
        nearer |= PortMask{distance[next] + 1 == distance[at]} << port++;
      for (unsigned phase = 0; phase < Routes::kPhases; ++phase) routes.set(at, phase, to, nearer);
    }
  }
  return routes;
}

unsigned up_down_root(const Wiring& wiring) {
  unsigned root = 0;
  unsigned least = kFar;
  const Neighbours neighbours(wiring);
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    const auto distance = distances(neighbours, at);
    unsigned farthest = 0;
    for (unsigned to = 0; to < wiring.switches(); ++to) {
      if (wiring.ports(to) > 0 && wiring.end(to, 0).host) farthest = std::max(farthest, distance[to]);
    }
    if (farthest < least) {
      least = farthest;
      root = at;
    }
  }
  return root;
}

namespace {

/// Ports of a switch whose cables lead down: away from the root, or to a higher number beside it.
PortMask ports_down(const Wiring& wiring, const std::vector<unsigned>& level, unsigned at) {
  PortMask down = 0;
  for (unsigned port = wiring.hosts(at); port < wiring.ports(at); ++port) {
    const unsigned next = wiring.end(at, port).index;
    if (level[next] > level[at] || (level[next] == level[at] && next > at)) down |= bit(port);
  }
  return down;
}

/// Ports by which it is a cable nearer, by legal_distances().
PortMask ports_nearer(const Wiring& wiring, PortMask down, const std::vector<unsigned>& distance, unsigned at,
                      unsigned phase) {
  const unsigned here = distance[at * Routes::kPhases + phase];
  PortMask nearer = 0;
  for (unsigned port = wiring.hosts(at); port < wiring.ports(at) && here != kFar; ++port) {
    const bool goes_down = (down >> port & 1U) != 0;
    if (phase == 1 && !goes_down) continue;
    const unsigned next = distance[wiring.end(at, port).index * Routes::kPhases + (goes_down ? 1U : 0U)];
    if (next != kFar && next + 1 == here) nearer |= bit(port);
  }
  return nearer;
}

}  // namespace

Routes up_down_routes(const Wiring& wiring) {
  Routes routes(wiring.switches());
  routes.adaptive = true;
  const auto level = distances(Neighbours(wiring), up_down_root(wiring));
  for (unsigned at = 0; at < wiring.switches(); ++at) routes.set_down(at, ports_down(wiring, level, at));
  for (unsigned to = 0; to < wiring.switches(); ++to) {
    const auto distance = legal_distances(wiring, routes, to);
    for (unsigned at = 0; at < wiring.switches(); ++at) {
      for (unsigned phase = 0; phase < Routes::kPhases; ++phase)
        routes.set(at, phase, to, ports_nearer(wiring, routes.down(at), distance, at, phase));
    }
  }
  return routes;
}

}  // namespace xb
