// SPDX-License-Identifier: Apache-2.0
#include "host/run/idle_links.h"

#include <algorithm>

#include "host/fabric/wait_watch.h"
#include "host/network/routes.h"

namespace xb {
namespace {

/// By switch and port.
using Links = std::vector<PortMask>;

/// Those between switches that no beat left by; one of a packet that is longer than the window is not idle.
Links without_beats(const ResolvedNetwork& setup, const NetworkWindow& window) {
  Links links(setup.wiring.switches(), 0);
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    for (unsigned port = setup.wiring.hosts(s); port < setup.wiring.ports(s); ++port) {
      if (window.sent(s, port).beats == 0) links[s] |= bit(port);
    }
  }
  return links;
}

/// For each switch, those whose hosts have sent packets to its own.
std::vector<std::vector<unsigned>> senders(const Wiring& wiring, const Fabric& fabric) {
  std::vector<std::vector<unsigned>> all(wiring.switches());
  for (unsigned from = 0; from < wiring.switches(); ++from) {
    for (unsigned n = 0; n < wiring.hosts(from); ++n) {
      fabric.ports(from)
          .trips()
          .flows()
          .sent(wiring.first_host(from) + n)
          .for_each([&](unsigned to, std::uint32_t packets) {
            if (packets == 0) return;
            auto& of_switch = all[wiring.switch_of(to)];
            if (of_switch.empty() || of_switch.back() != from) of_switch.push_back(from);
          });
    }
  }
  return all;
}

/// Those on shortest paths to switch `to` from `senders`.
void add_paths(const Wiring& wiring, const Routes& shortest, const std::vector<unsigned>& senders,
               unsigned to, Links& links) {
  std::vector<bool> seen(wiring.switches(), false);
  std::vector<unsigned> open;
  for (const unsigned from : senders) {
    if (from == to) continue;
    seen[from] = true;
    open.push_back(from);
  }
  while (!open.empty()) {
    const unsigned at = open.back();
    open.pop_back();
    if (at == to) continue;
    const PortMask ports = shortest.ports(at, 0, to);
    links[at] |= ports;
    for_each_port(ports, [&](unsigned port) {
      const unsigned next = wiring.end(at, port).index;
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    });
  }
}

}  // namespace

std::vector<std::string> idle_links(const ResolvedNetwork& setup, const Fabric& fabric,
                                    const NetworkWindow& window) {
  const Links empty = without_beats(setup, window);
  std::vector<std::string> names;
  if (std::all_of(empty.begin(), empty.end(), [](PortMask ports) { return ports == 0; })) return names;
  const Routes shortest = shortest_routes(setup.wiring);
  Links on_paths(empty.size(), 0);
  const auto from = senders(setup.wiring, fabric);
  for (unsigned to = 0; to < setup.wiring.switches(); ++to)
    add_paths(setup.wiring, shortest, from[to], to, on_paths);
  for (unsigned s = 0; s < empty.size(); ++s) {
    const auto add = [&](unsigned port) { names.push_back(channel_name(setup, {s, port})); };
    for_each_port(empty[s] & on_paths[s], add);
  }
  return names;
}

}  // namespace xb
