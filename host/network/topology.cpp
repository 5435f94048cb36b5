// SPDX-License-Identifier: Apache-2.0
#include "host/network/topology.h"

#include <fmt/format.h>

#include "host/base/errors.h"

namespace xb {
namespace {

/// Throws InputError if a switch cannot be reached from the first one.
void check_connected(const Topology& topology, const Wiring& wiring) {
  std::vector<bool> seen(wiring.switches(), false);
  std::vector<unsigned> open{0};
  seen[0] = true;
  while (!open.empty()) {
    const unsigned at = open.back();
    open.pop_back();
    for (unsigned port = 0; port < wiring.ports(at); ++port) {
      const PortEnd& end = wiring.end(at, port);
      if (end.host || seen[end.index]) continue;
      seen[end.index] = true;
      open.push_back(end.index);
    }
  }
  for (unsigned s = 0; s < wiring.switches(); ++s) {
    if (seen[s]) continue;
    throw InputError("{}: no cables lead from switch {} to switch {}; allowed: a connected network",
                     topology.place(topology.switches[s].line), topology.switches[0].name,
                     topology.switches[s].name);
  }
}

}  // namespace

std::string Topology::place(unsigned line) const {
  return line == 0 ? name : fmt::format("{}:{}", name, line);
}

std::string end_name(const Topology& topology, const PortEnd& end) {
  return end.host ? fmt::format("host {}", end.index) : topology.switches[end.index].name;
}

Wiring::Wiring(const Topology& topology) : ends_(topology.switches.size()) {
  if (topology.switches.empty()) throw InputError("{}: no switch; allowed: at least one", topology.name);
  for (unsigned s = 0; s < switches(); ++s) {
    first_host_.push_back(hosts());
    hosts_.push_back(topology.switches[s].hosts);
    for (unsigned h = 0; h < topology.switches[s].hosts; ++h) {
      ends_[s].push_back({true, hosts(), 0, static_cast<unsigned>(topology.cables.size()) + hosts()});
      switch_of_.push_back(s);
    }
  }
  if (hosts() == 0) throw InputError("{}: no hosts; allowed: at least one", topology.name);
  for (unsigned c = 0; c < topology.cables.size(); ++c) {
    const Topology::Cable& cable = topology.cables[c];
    if (cable.a == cable.b) {
      throw InputError("{}: a cable from switch {} to itself; allowed: between two switches",
                       topology.place(cable.line), topology.switches[cable.a].name);
    }
    const unsigned port_a = ports(cable.a);
    const unsigned port_b = ports(cable.b);
    ends_[cable.a].push_back({false, cable.b, port_b, c});
    ends_[cable.b].push_back({false, cable.a, port_a, c});
  }
  for (unsigned s = 0; s < switches(); ++s) {
    if (ports(s) <= kMaxPorts) continue;
    throw InputError("{}: switch {} has {} ports; allowed: at most {}",
                     topology.place(topology.switches[s].line), topology.switches[s].name, ports(s),
                     kMaxPorts);
  }
  check_connected(topology, *this);
}

PortMask Wiring::ports_to(unsigned at, unsigned other) const {
  PortMask ports = 0;
  for (unsigned port = hosts(at); port < this->ports(at); ++port) {
    if (end(at, port).index == other) ports |= bit(port);
  }
  return ports;
}

}  // namespace xb
