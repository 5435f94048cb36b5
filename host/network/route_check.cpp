// SPDX-License-Identifier: Apache-2.0
#include "host/network/route_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.h"

namespace xb {
namespace {

enum class Mark : unsigned char { New, Open, Done };

/// Follows packets to one switch from wherever they start, port by port.
class Walk {
 public:
  Walk(const Topology& topology, const Wiring& wiring, const Routes& routes, unsigned to)
      : topology_(topology),
        wiring_(wiring),
        routes_(routes),
        to_(to),
        marks_(wiring.switches() * Routes::kPhases) {}

  /// From switch `from`; what is wrong is in fault().
  bool follow(unsigned from) { return visit(from, 0); }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Of the given route that is part of it; 0: there is none.
  [[nodiscard]] unsigned line() const { return line_; }

 private:
  [[nodiscard]] const std::string& name(unsigned s) const { return topology_.switches[s].name; }

  bool visit(unsigned at, unsigned phase) {  // NOLINT(misc-no-recursion): as deep as the network is wide
    if (at == to_) return true;
    Mark& mark = marks_[at * Routes::kPhases + phase];
    if (mark == Mark::Done) return true;
    if (mark == Mark::Open) {
      fault_ = fmt::format("packets for {} come back to {}", name(to_), name(at));
      for (auto here = std::find(path_.begin(), path_.end(), at); here != path_.end(); ++here)
        if (line_ == 0) line_ = line_of_route(*here);
      return false;
    }
    mark = Mark::Open;
    path_.push_back(at);
    const PortMask ports = routes_.ports(at, phase, to_);
    if (ports == 0) {
      fault_ = fmt::format("{} has no port for packets for {}", name(at), name(to_));
      return false;
    }
    bool good = true;
    for_each_port(ports, [&](unsigned port) {
      if (!good) return;
      if (port >= wiring_.ports(at) || wiring_.end(at, port).host) {
        fault_ = fmt::format("{}: port {} for packets for {} does not lead to a switch", name(at), port,
                             name(to_));
        good = false;
        return;
      }
      good = visit(wiring_.end(at, port).index, routes_.next_phase(at, phase, port));
    });
    marks_[at * Routes::kPhases + phase] = Mark::Done;
    path_.pop_back();
    return good;
  }

  /// Of the given route at a switch; 0: there is none.
  [[nodiscard]] unsigned line_of_route(unsigned at) const {
    unsigned line = 0;
    for (const auto& route : topology_.routes) {
      if (route.at == at && route.to == to_) line = route.line;  // the last one counts
    }
    return line;
  }

  const Topology& topology_;
  const Wiring& wiring_;
  const Routes& routes_;
  unsigned to_;
  std::vector<Mark> marks_;
  std::vector<unsigned> path_;  // switches that are Open
  std::string fault_;
  unsigned line_ = 0;
};

struct RouteFault {
  std::string what;
  unsigned line = 0;
};

RouteFault find_fault(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  for (unsigned to = 0; to < wiring.switches(); ++to) {
    if (topology.switches[to].hosts == 0) continue;
    Walk walk(topology, wiring, routes, to);
    for (unsigned from = 0; from < wiring.switches(); ++from) {
      if (topology.switches[from].hosts > 0 && !walk.follow(from)) return {walk.fault(), walk.line()};
    }
  }
  return {};
}

/// Channels and what waits for what: channel 2c is cable c from its end a to its end b, 2c+1 the other way.
class Channels {
 public:
  Channels(const Topology& topology, const Wiring& wiring, const Routes& routes,
           const std::vector<bool>& discards, const std::vector<bool>& pools)
      : topology_(topology),
        wiring_(wiring),
        routes_(routes),
        discards_(discards),
        after_(2 * topology.cables.size()),
        used_(2 * topology.cables.size()) {
    for (unsigned to = 0; to < wiring.switches(); ++to) {
      if (topology.switches[to].hosts == 0) continue;
      seen_.assign(wiring.switches() * Routes::kPhases, false);
      for (unsigned from = 0; from < wiring.switches(); ++from) {
        if (from != to && topology.switches[from].hosts > 0) add(from, 0, to);
      }
    }
    for (unsigned s = 0; s < pools.size(); ++s) {
      if (pools[s]) share_memory(s);
    }
  }

  /// The channels of a cycle, in its order; empty: there is none.
  [[nodiscard]] std::vector<unsigned> cycle() const {
    std::vector<Mark> marks(after_.size(), Mark::New);
    for (unsigned start = 0; start < after_.size(); ++start) {
      if (marks[start] != Mark::New) continue;
      // Depth first, without recursion: paths may be long.
      std::vector<unsigned> path{start};
      std::vector<PortMask> left{after_[start]};
      marks[start] = Mark::Open;
      while (!path.empty()) {
        if (left.back() == 0) {
          marks[path.back()] = Mark::Done;
          path.pop_back();
          left.pop_back();
          continue;
        }
        const unsigned next = channel(end_of(path.back()), lowest_port(left.back()));
        left.back() &= left.back() - 1;
        if (marks[next] == Mark::Open) return {std::find(path.begin(), path.end(), next), path.end()};
        if (marks[next] == Mark::Done) continue;
        marks[next] = Mark::Open;
        path.push_back(next);
        left.push_back(after_[next]);
      }
    }
    return {};
  }

  [[nodiscard]] std::string name(unsigned channel) const {
    const auto& cable = topology_.cables[channel / 2];
    const bool forward = channel % 2 == 0;
    return fmt::format("{} -> {}", topology_.switches[forward ? cable.a : cable.b].name,
                       topology_.switches[forward ? cable.b : cable.a].name);
  }

 private:
  [[nodiscard]] unsigned channel(unsigned at, unsigned port) const {
    const PortEnd& end = wiring_.end(at, port);
    return 2 * end.cable + (topology_.cables[end.cable].a == at ? 0 : 1);
  }

  /// The switch to which it leads.
  [[nodiscard]] unsigned end_of(unsigned channel) const {
    const auto& cable = topology_.cables[channel / 2];
    return channel % 2 == 0 ? cable.b : cable.a;
  }

  void add(unsigned from, unsigned phase, unsigned to) {
    std::vector<std::pair<unsigned, unsigned>> open{{from, phase}};
    while (!open.empty()) {
      const auto [at, in_phase] = open.back();
      open.pop_back();
      if (at == to || seen_[at * Routes::kPhases + in_phase]) continue;
      seen_[at * Routes::kPhases + in_phase] = true;
      const unsigned here = at;
      const unsigned phase_here = in_phase;
      for_each_port(routes_.ports(here, phase_here, to), [&](unsigned port) {
        used_[channel(here, port)] = true;
        const unsigned next = wiring_.end(here, port).index;
        const unsigned next_phase = routes_.next_phase(here, phase_here, port);
        if (next != to && (discards_.empty() || !discards_[next]))
          after_[channel(here, port)] |= routes_.ports(next, next_phase, to);
        open.emplace_back(next, next_phase);
      });
    }
  }

  /// All packets at a switch wait for memory that packets for any of its outputs hold.
  void share_memory(unsigned at) {
    PortMask used = 0;
    for (unsigned port = topology_.switches[at].hosts; port < wiring_.ports(at); ++port)
      if (used_[channel(at, port)]) used |= bit(port);
    for (unsigned port = topology_.switches[at].hosts; port < wiring_.ports(at); ++port) {
      const unsigned in = channel(at, port) ^ 1U;
      if (used_[in]) after_[in] |= used;
    }
  }

  const Topology& topology_;
  const Wiring& wiring_;
  const Routes& routes_;
  const std::vector<bool>& discards_;
  std::vector<PortMask> after_;  // ports of the switch at the channel's end, for which it waits
  std::vector<bool> used_;       // by packets
  std::vector<bool> seen_;
};

}  // namespace

std::string route_fault(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  return find_fault(topology, wiring, routes).what;
}

void check_routes(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  const RouteFault fault = find_fault(topology, wiring, routes);
  if (fault.what.empty()) return;
  throw InputError("{}: route: {}; allowed: tables that lead everywhere", topology.place(fault.line),
                   fault.what);
}

std::string channel_cycle(const Topology& topology, const Wiring& wiring, const Routes& routes,
                          const std::vector<bool>& discards, const std::vector<bool>& pools) {
  const Channels channels(topology, wiring, routes, discards, pools);
  std::string text;
  for (const unsigned channel : channels.cycle()) text += (text.empty() ? "" : ", ") + channels.name(channel);
  return text;
}

}  // namespace xb
