// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/ideal_network.h"

#include <algorithm>

#include "host/config/setup.h"
#include "host/switches/switch_entry.h"

namespace xb {

IdealNetwork::IdealNetwork(const ResolvedNetwork& setup)
    : setup_(setup), lag_(setup.wiring.hosts(), std::vector<std::int64_t>(setup.wiring.hosts())) {
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    outputs_.emplace_back();
    for (unsigned port = 0; port < setup.wiring.ports(s); ++port) {
      const PortEnd& end = setup.wiring.end(s, port);
      outputs_.back().push_back({end.host ? setup.topology.switches[s].host_cable.period_cycles
                                          : setup.topology.cables[end.cable].speed.period_cycles});
    }
  }
}

void IdealNetwork::entered(const Trip& trip) {
  const unsigned beats = setup_.switches.front().lengths.beats_of(trip.length);
  Packet& packet = packets_[name_of(trip)] = {trip.source, trip.destination, beats};
  arrive(name_of(trip), packet, setup_.wiring.switch_of(trip.source), setup_.wiring.port_of(trip.source),
         trip.first_in_cycle);
}

/// Its first beat comes to a port of a switch.
void IdealNetwork::arrive(std::uint64_t name, Packet& packet, unsigned at, unsigned port, std::uint64_t now) {
  const unsigned to = setup_.wiring.switch_of(packet.destination);
  unsigned output = setup_.wiring.port_of(packet.destination);
  if (at != to) {
    output = setup_.routes.fixed_port(at, packet.phase, to, packet.destination);
    packet.phase = setup_.routes.next_phase(at, packet.phase, output);
  }
  const Setup& one = setup_.switches[at];
  const std::uint64_t alone = one.entry->lone_cycles(one.config, port, output, now, packet.beats);
  reached_.push({now + alone, now, at, port, output, name});
}

void IdealNetwork::advance(std::uint64_t now) {
  while (!reached_.empty() && reached_.top().cycle < now) {
    const Reached next = reached_.top();
    reached_.pop();
    const auto packet = packets_.find(next.packet);
    Output& output = outputs_[next.at][next.output];
    const std::uint64_t soonest = std::max(next.cycle, output.free);
    const std::uint64_t first = (soonest + output.period - 1) / output.period * output.period;
    output.free = first + packet->second.beats * output.period;
    const PortEnd& end = setup_.wiring.end(next.at, next.output);
    if (end.host) {
      packet->second.ideal = first;
      finish(packet);
    } else {
      const std::uint64_t latency = setup_.topology.cables[end.cable].speed.latency_cycles;
      arrive(next.packet, packet->second, end.index, end.port, first + latency);
    }
  }
}

void IdealNetwork::left(const Trip& trip, std::uint64_t first_out_cycle, bool counts) {
  const auto packet = packets_.find(name_of(trip));
  packet->second.real = first_out_cycle;
  packet->second.counts = counts;
  finish(packet);
}

/// It has left both networks.
void IdealNetwork::finish(Packets::iterator at) {
  const Packet& packet = at->second;
  if (packet.ideal == kNotYet || packet.real == kNotYet) return;
  if (packet.counts)
    lag_.add_packet(packet.source, packet.destination, static_cast<std::int64_t>(packet.real - packet.ideal));
  packets_.erase(at);
}

}  // namespace xb
