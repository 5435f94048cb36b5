// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_ports.h"

#include <algorithm>

namespace xb {

SwitchPorts::SwitchPorts(const Network& network, unsigned at, Workload* hosts, std::uint64_t host_period)
    : wiring_(network.wiring),
      routes_(network.routes),
      adaptive_(network.rules.adaptive),
      measures_(network.measures),
      at_(at),
      hosts_(hosts),
      flows_(network.wiring.first_host(at), network.wiring.hosts(at), network.wiring.hosts(), network.rules),
      host_ports_(network.wiring.hosts(at) == 0 ? 0 : all_ports(network.wiring.hosts(at))),
      host_period_(host_period) {}

void SwitchPorts::add_out(FabricLink& link, SwitchPorts& far) {
  out_[link.out_port] = {&link, &far};
  if (link.is_wire()) {
    out_wires_ |= bit(link.out_port);
    return;
  }
  out_links_ |= bit(link.out_port);
  credit_ |= bit(link.out_port);
  if (link.period > 1) slow_links_ |= bit(link.out_port);
}

void SwitchPorts::add_in(FabricLink& link, SwitchPorts& far) {
  in_[link.in_port] = {&link, &far};
  (link.is_wire() ? in_wires_ : in_links_) |= bit(link.in_port);
}

// A cycle.

PortMask SwitchPorts::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  PortMask ready = 0;
  if (hosts_ != nullptr) {
    ready = hosts_->before_cycle(now, transmitter) & host_ports_;
    if (host_period_ > 1 && now % host_period_ != 0) ready = 0;
  }
  if (now >= next_arrival_) look_for_arrivals(now);
  if (now >= next_credit_) look_for_credits(now);
  ready |= slow_links_ == 0 ? credit_ : credit_ & slow_ready(now);
  if (has_wires()) ready |= look_at_wires();
  for_each_port((wet_ | wire_valid_) & transmitter.idle(), [&](unsigned port) {
    if ((wet_ >> port & 1U) != 0)
      start_from_link(port, now, transmitter);
    else
      start_from_wire(port, now, transmitter);
  });
  return ready;
}

/// Ports whose links may be sent a beat in this cycle, were there credits.
PortMask SwitchPorts::slow_ready(std::uint64_t now) const {
  PortMask ready = out_links_;
  for_each_port(slow_links_, [&](unsigned port) {
    if (now % out_[port].link->period != 0) ready &= ~bit(port);
  });
  return ready;
}

PortMask SwitchPorts::may_send(std::uint64_t now) const {
  PortMask may = wet_ | wire_valid_;
  if (host_ports_ != 0 && (host_period_ == 1 || now % host_period_ == 0))
    may |= hosts_->may_send(now) & host_ports_;
  return may;
}

void SwitchPorts::look_for_arrivals(std::uint64_t now) {
  next_arrival_ = kNever;
  for_each_port(in_links_ & ~wet_, [&](unsigned port) {
    const std::uint64_t next = in_[port].link->beats.next();
    if (next <= now)
      wet_ |= bit(port);
    else
      next_arrival_ = std::min(next_arrival_, next);
  });
}

void SwitchPorts::look_for_credits(std::uint64_t now) {
  next_credit_ = kNever;
  for_each_port(out_links_ & ~credit_, [&](unsigned port) {
    FabricLink& link = *out_[port].link;
    link.spare += link.credits.take_all(now);
    if (link.spare > 0)
      credit_ |= bit(port);
    else
      next_credit_ = std::min(next_credit_, link.credits.next());
  });
}

/// Beats that are here over wires; returns the outputs whose far ends are ready.
PortMask SwitchPorts::look_at_wires() {
  wire_valid_ = 0;
  if (wires_left_) return wire_ready_;
  for_each_port(in_wires_, [&](unsigned port) {
    const FabricLink& link = *in_[port].link;
    if ((in_[port].far->run_->outputs().m_tvalid >> link.out_port & 1U) != 0) wire_valid_ |= bit(port);
  });
  wire_ready_ = 0;
  for_each_port(out_wires_, [&](unsigned port) {
    const FabricLink& link = *out_[port].link;
    if ((out_[port].far->run_->outputs().s_tready >> link.in_port & 1U) != 0) wire_ready_ |= bit(port);
  });
  return wire_ready_;
}

void SwitchPorts::moved(PortMask accepted, PortMask delivered, std::uint64_t now, std::uint64_t cycles) {
  accepted_ = accepted;
  delivered_ = delivered;
  const std::uint64_t next = now + cycles;
  for_each_port(accepted & in_links_, [&](unsigned port) {
    const End& end = in_[port];
    end.link->beats.take(cycles);
    if (!end.link->beats.ready(next)) {
      wet_ &= ~bit(port);
      next_arrival_ = std::min(next_arrival_, end.link->beats.next());
    }
    const std::uint64_t back = now + end.link->latency;
    if (end.link->credits.add(back, cycles)) end.far->credit_announced(back);
  });
  for_each_port(delivered & out_links_, [&](unsigned port) {
    const End& end = out_[port];
    FabricLink& link = *end.link;
    if (link.spare < cycles) link.spare += link.credits.take_all(next - 1);
    link.spare -= cycles;
    const std::uint64_t there = now + link.latency;
    if (link.beats.add(there, cycles)) end.far->arrival_announced(there);
    if (link.spare > 0) return;
    link.spare = link.credits.take_all(next);
    if (link.spare > 0) return;
    credit_ &= ~bit(port);
    next_credit_ = std::min(next_credit_, link.credits.next());
  });
}

std::uint64_t SwitchPorts::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if ((wet_ & transmitter.idle()) != 0) return now;
  std::uint64_t until = hosts_ == nullptr ? kNever : hosts_->quiet_until(now, transmitter);
  until = std::min({until, next_arrival_, next_credit_});
  const auto tick = [&](std::uint64_t period) {
    // Where the last cycle was one in which beats may move, this one is another.
    until = std::min(until, (now - 1) % period == 0 ? now : (now + period - 1) / period * period);
  };
  if (host_period_ > 1 && ((transmitter.busy() & host_ports_) != 0 || host_packets() > 0)) tick(host_period_);
  for_each_port(slow_links_, [&](unsigned port) {
    if (bound_[port] > 0) tick(out_[port].link->period);
  });
  for_each_port(accepted_ & in_links_,
                [&](unsigned port) { until = std::min(until, now + in_[port].link->beats.steady(now)); });
  for_each_port(delivered_ & out_links_, [&](unsigned port) {
    const FabricLink& link = *out_[port].link;
    std::uint64_t credits = link.spare;
    if (credits > 0 && link.credits.ready(now + credits)) credits += link.credits.steady(now + credits);
    until = std::min(until, now + credits);
  });
  return std::max(until, now);
}

// Packets.

unsigned SwitchPorts::enter(unsigned port, unsigned destination, unsigned length_beats, std::uint64_t now,
                            PacketNote& note) {
  Trip trip;
  trip.source = wiring_.first_host(at_) + port;
  trip.destination = destination;
  trip.length_beats = length_beats;
  trip.sequence = flows_.next_sequence(trip.source, destination);
  trip.first_in_cycle = now;
  trip.note = note;
  const unsigned output = output_of(trip);
  note = {trips_.add(trip), 0, 0, 0};
  return output;
}

void SwitchPorts::start_from_link(unsigned port, std::uint64_t now, Transmitter& transmitter) {
  FabricLink& link = *in_[port].link;
  Trip trip = link.packets.front();
  link.packets.pop();
  start(port, trip, now, transmitter);
}

void SwitchPorts::start_from_wire(unsigned port, std::uint64_t now, Transmitter& transmitter) {
  const FabricLink& link = *in_[port].link;
  const SwitchPorts& far = *in_[port].far;
  const PacketInFlight* packet = far.run_->shown(link.out_port);
  if (packet == nullptr) return;  // a fault of that switch, which its own checks report in this cycle
  Trip trip = far.trips_[packet->note.message];
  const PacketHeader header = PacketHeader::decode(packet->header);
  far.leaves(trip, {header.source, link.out_port, header.length_beats, packet->first_in_cycle, now, now, {}});
  start(port, trip, now, transmitter);
}

void SwitchPorts::start(unsigned port, Trip& trip, std::uint64_t now, Transmitter& transmitter) {
  const unsigned output = output_of(trip);
  transmitter.start_to_output(port, output, trip.length_beats, now, {trips_.add(trip), 0, 0, 0});
}

/// The output that a packet takes, which from now on counts it.
unsigned SwitchPorts::output_of(Trip& trip) {
  const unsigned to = wiring_.switch_of(trip.destination);
  unsigned output = 0;
  if (to == at_) {
    output = wiring_.port_of(trip.destination);
  } else {
    output = choose(trip, to);
    trip.phase = routes_.next_phase(at_, trip.phase, output);
  }
  ++bound_[output];
  return output;
}

/// The port by which a packet leaves for another switch.
unsigned SwitchPorts::choose(const Trip& trip, unsigned to) const {
  const unsigned own = routes_.fixed_port(at_, trip.phase, to, trip.destination);
  if (!adaptive_) return own;
  const PortMask ports = routes_.ports(at_, trip.phase, to);
  // The least busy one; of several the next in the order that begins with the destination's own.
  unsigned best = own;
  const auto look = [&](unsigned port) {
    if (bound_[port] < bound_[best]) best = port;
  };
  const PortMask from_own = ports & ~(bit(own) - 1);
  for_each_port(from_own, look);
  for_each_port(ports & ~from_own, look);
  return best;
}

/// What a packet's trip becomes as its first beat leaves this switch.
void SwitchPorts::leaves(Trip& trip, const DeliveredPacket& packet) const {
  if (trip.switches++ == 0) trip.first_in_cycle = packet.first_in_cycle;
  trip.zero_load_cycles += run_->zero_load_cycles(packet);
  if (const FabricLink* link = out_[packet.destination].link) {
    trip.zero_load_cycles += link->latency;
    trip.cable_cycles += link->latency;
  }
}

void SwitchPorts::begun(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  if ((host_ports_ >> port & 1U) != 0) return;
  const std::uint32_t slot = packet.note.message;
  if ((out_links_ >> port & 1U) != 0) {
    Trip& trip = trips_[slot];
    leaves(trip, packet);
    out_[port].link->packets.push(trip);
  }
  trips_.remove(slot);
}

void SwitchPorts::lost(unsigned output, const PacketNote& note) {
  --bound_[output];
  trips_.remove(note.message);
}

void SwitchPorts::delivered(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  --bound_[port];
  ++sent_[port].packets;
  sent_[port].beats += packet.length_beats;
  if ((host_ports_ >> port & 1U) == 0) return;
  const std::uint32_t slot = packet.note.message;
  Arrival arrival{packet, trips_[slot]};
  trips_.remove(slot);
  Trip& trip = arrival.trip;
  leaves(trip, packet);
  measures_.packet(trip, packet.first_out_cycle, packet.last_out_cycle);
  arrival.packet.source = trip.source;
  arrival.packet.destination = trip.destination;
  arrival.packet.first_in_cycle = trip.first_in_cycle;
  arrival.packet.note = trip.note;
  flows_.arrived(arrival, [&](const Arrival& next) {
    cable_cycles_ = next.trip.cable_cycles;
    hosts_->delivered(next.packet);
  });
}

// For the network.

void SwitchPorts::stop() {
  if (hosts_ != nullptr) hosts_->stop();
}

std::uint64_t SwitchPorts::next_event(std::uint64_t now) const {
  return hosts_ == nullptr ? kNever : hosts_->next_event(now);
}

std::uint64_t SwitchPorts::offered_beats() const { return hosts_ == nullptr ? 0 : hosts_->offered_beats(); }
std::uint64_t SwitchPorts::offered_packets() const {
  return hosts_ == nullptr ? 0 : hosts_->offered_packets();
}
std::string SwitchPorts::who_waits() const { return hosts_ == nullptr ? std::string{} : hosts_->who_waits(); }

std::uint64_t SwitchPorts::wakes_at(std::uint64_t now) const {
  if (wet_ != 0) return now;
  const std::uint64_t hosts = hosts_ == nullptr ? kNever : hosts_->quiet_until(now, run_->transmitter());
  return std::max(now, std::min(hosts, next_arrival_));
}

SwitchPorts::Sent SwitchPorts::sent(unsigned port) const {
  Sent sent = sent_[port];
  const Receiver::UnderWay packet = run_->leaving(port);
  if (packet.beats_left > 0) sent.beats += packet.length_beats - packet.beats_left;
  return sent;
}

}  // namespace xb
