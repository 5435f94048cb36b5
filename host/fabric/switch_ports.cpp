// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_ports.h"

#include <algorithm>

#include "host/base/random.h"

namespace xb {

SwitchPorts::SwitchPorts(const Network& network, unsigned at, Workload* hosts, std::uint64_t host_period)
    : wiring_(network.wiring),
      routes_(network.routes),
      adaptive_(network.rules.adaptive),
      random_port_(network.random_port),
      seed_(network.seed),
      measures_(network.measures),
      lengths_(network.lengths),
      at_(at),
      hosts_(hosts),
      flows_(network.wiring.first_host(at), network.wiring.hosts(at), network.wiring.hosts(), network.rules),
      trips_(network.trips),
      host_ports_(network.wiring.hosts(at) == 0 ? 0 : all_ports(network.wiring.hosts(at))),
      host_period_(host_period),
      hosts_hear_(hosts != nullptr && hosts->hears()),
      from_host_(network.wiring.hosts(at)) {
  if (network.gap_bytes == 0) return;
  pace_ = std::make_unique<LinePace>(network.lengths, network.beat_bytes, network.gap_bytes);
  for_each_port(host_ports_, [&](unsigned port) { pace_->set_cycles_per_beat(port, host_period); });
}

void SwitchPorts::add_out(FabricLink& link, SwitchPorts& far) {
  if (pace_) pace_->set_cycles_per_beat(link.out_port, link.period);
  if (!link.is_wire()) return links_.add_out(link, far.links_);
  wire_ends_[link.out_port] = {&link, &far, link.in_port};
  wires_ |= bit(link.out_port);
}

void SwitchPorts::add_in(FabricLink& link, SwitchPorts& far) {
  if (!link.is_wire()) links_.add_in(link, far.links_);
}

// A cycle.

PortMask SwitchPorts::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  PortMask ready = 0;
  if (hosts_ != nullptr) {
    if (!hosts_as_before(now, transmitter)) ask_hosts(now, transmitter);
    if (!hosts_pause(now)) ready = last_of_hosts_.ready;
  }
  links_.look(now);
  ready |= links_.ready(now) | wire_ready_;
  if (pace_) ready &= ~pace_->in_gap(now);
  const PortMask starting = (links_.wet() | wire_valid_) & transmitter.idle();
  if (starting != 0) start_packets(starting, now, transmitter);
  return ready;
}

void SwitchPorts::ask_hosts(std::uint64_t now, Transmitter& transmitter) {
  HostsCycle& last = last_of_hosts_;
  last.ready = hosts_->before_cycle(now, transmitter) & host_ports_;
  last.may_send = hosts_->may_send(now) & host_ports_;
  last.idle = transmitter.idle() & host_ports_;
  last.quiet_until = hosts_->quiet_until(now + 1, transmitter);
}

/// Packets whose first beats are at these ports, which are idle.
void SwitchPorts::start_packets(PortMask ports, std::uint64_t now, Transmitter& transmitter) {
  for_each_port(ports, [&](unsigned port) {
    if ((links_.wet() >> port & 1U) != 0)
      start_from_link(port, now, transmitter);
    else
      start_from_wire(port, now, transmitter);
  });
}

PortMask SwitchPorts::may_send(std::uint64_t now) const {
  const PortMask may = links_.wet() | wire_valid_;
  return hosts_pause(now) ? may : may | last_of_hosts_.may_send;
}

std::uint64_t SwitchPorts::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if ((links_.wet() & transmitter.idle()) != 0 || (pace_ && pace_->resting() != 0)) return now;
  std::uint64_t until = links_.quiet_until();
  if (hosts_ != nullptr) {
    until = std::min(until, hosts_as_before(now, transmitter) ? last_of_hosts_.quiet_until
                                                              : hosts_->quiet_until(now, transmitter));
  }
  if (host_period_ > 1 || links_.slow() != 0) until = next_tick(now, until, transmitter);
  return std::max(until, now);
}

/// `until`, or, if that comes before, where links slower than the switch begin or cease to take beats.
std::uint64_t SwitchPorts::next_tick(std::uint64_t now, std::uint64_t until,
                                     const Transmitter& transmitter) const {
  const auto tick = [&](std::uint64_t period) {
    // Where the last cycle was one in which beats may move, this one is another.
    until = std::min(until, (now - 1) % period == 0 ? now : (now + period - 1) / period * period);
  };
  if (host_period_ > 1 && ((transmitter.busy() & host_ports_) != 0 || host_packets() > 0)) tick(host_period_);
  // So it is where the switch has taken a beat that had waited on the wires for it, in whatever cycle.
  if (host_period_ > 1 && (transmitter.taken() & host_ports_) != 0) until = std::min(until, now);
  for_each_port(links_.slow(), [&](unsigned port) {
    if (bound_[port] > 0) tick(links_.out_link(port)->period);
  });
  return until;
}

// Packets.

unsigned SwitchPorts::enter(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
                            PacketNote& note) {
  ++from_host_[port].packets;
  from_host_[port].beats += lengths_.beats_of(length);
  Trip trip;
  trip.source = wiring_.first_host(at_) + port;
  trip.destination = destination;
  trip.length = length;
  trip.sequence = flows_.next_sequence(trip.source, destination);
  trip.first_in_cycle = now;
  trip.note = note;
  const unsigned output = output_of(trip);
  note = {trips_.add(trip), 0, 0, 0};
  ++held_;
  return output;
}

void SwitchPorts::start_from_link(unsigned port, std::uint64_t now, Transmitter& transmitter) {
  FabricLink& link = *links_.in_link(port);
  const std::uint32_t slot = link.packets.front();
  link.packets.pop();
  start(port, slot, now, transmitter);
}

void SwitchPorts::start_from_wire(unsigned port, std::uint64_t now, Transmitter& transmitter) {
  const SwitchPorts& far = *wire_ends_[port].far;
  const unsigned far_port = wire_ends_[port].far_port;
  const PacketInFlight* packet = far.run_->shown(far_port);
  if (packet == nullptr) return;  // a fault of that switch, which its own checks report in this cycle
  const std::uint32_t slot = packet->note.message;
  const PacketHeader header = PacketHeader::decode(packet->header);
  far.leaves(
      trips_[slot],
      {header.source, far_port, lengths_.beats_of(header.length), packet->first_in_cycle, now, now, {}});
  start(port, slot, now, transmitter);
}

void SwitchPorts::start(unsigned port, std::uint32_t slot, std::uint64_t now, Transmitter& transmitter) {
  Trip& trip = trips_[slot];
  const unsigned output = output_of(trip);
  transmitter.start_to_output(port, output, trip.length, now, {slot, 0, 0, 0});
  ++held_;
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
  if (random_port_) return choose_random(trip, ports);
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

/// One of the least busy ports, drawn for this packet at this switch: the same whoever is asked first.
unsigned SwitchPorts::choose_random(const Trip& trip, PortMask ports) const {
  unsigned least = bound_[lowest_port(ports)];
  PortMask found = 0;
  for_each_port(ports, [&](unsigned port) {
    if (bound_[port] < least) {
      least = bound_[port];
      found = 0;
    }
    if (bound_[port] == least) found |= bit(port);
  });
  const std::uint64_t flow = std::uint64_t{trip.source} << 32U | trip.destination;
  RandomStream draw(seed_ ^ RandomStream::mix(flow), StreamPurpose::AdaptivePort,
                    std::uint64_t{trip.sequence} << 16U | at_);
  return nth_port(found, draw.below(port_count(found)));
}

/// What a packet's trip becomes as its first beat leaves this switch.
void SwitchPorts::leaves(Trip& trip, const DeliveredPacket& packet) const {
  if (trip.switches++ == 0) trip.first_in_cycle = packet.first_in_cycle;
  trip.zero_load_cycles += run_->zero_load_cycles(packet);
  if (const FabricLink* link = links_.out_link(packet.destination)) {
    trip.zero_load_cycles += link->latency;
    trip.cable_cycles += link->latency;
  }
}

void SwitchPorts::begun(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  const std::uint32_t slot = packet.note.message;
  if (FabricLink* link = links_.out_link(port)) {
    leaves(trips_[slot], packet);
    link->packets.push(slot);
  }  // else a wire, whose far end has it already
  --held_;
}

void SwitchPorts::lost(unsigned output, const PacketNote& note) {
  --bound_[output];
  trips_.remove(note.message);
  --held_;
}

void SwitchPorts::delivered(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  --bound_[port];
  ++sent_[port].packets;
  sent_[port].beats += packet.length_beats;
  if (lengths_.in_bytes()) note_bytes(packet);
  if ((host_ports_ >> port & 1U) == 0) return;
  const std::uint32_t slot = packet.note.message;
  Trip& trip = trips_[slot];
  leaves(trip, packet);
  measures_.packet(trip, packet.length_beats, packet.first_out_cycle, packet.last_out_cycle);
  const auto arrival = [&] {
    Arrival whole{packet, trip};
    whole.packet.source = trip.source;
    whole.packet.destination = trip.destination;
    whole.packet.first_in_cycle = trip.first_in_cycle;
    whole.packet.note = trip.note;
    whole.packet.cable_cycles = trip.cable_cycles;
    return whole;
  };
  flows_.arrived(trip, arrival, [&](auto&& get) {
    if (!hosts_hear_) return;
    hosts_->delivered(get().packet);
    hosts_changed();
  });
  trips_.remove(slot);
  --held_;
}

void SwitchPorts::note_bytes(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  if (pace_) pace_->passed(port, packet.length(), packet.first_out_cycle, packet.last_out_cycle);
  if ((host_ports_ >> port & 1U) != 0) delivered_missing_bytes_ += lengths_.missing_bytes(packet.length());
}

// For the network.

void SwitchPorts::stop() {
  if (hosts_ != nullptr) hosts_->stop();
  hosts_changed();
}

void SwitchPorts::settle(std::uint64_t now) {
  if (hosts_ != nullptr) hosts_->settle(now);
  hosts_changed();
}

std::uint64_t SwitchPorts::next_event(std::uint64_t now) const {
  return hosts_ == nullptr ? kNever : hosts_->next_event(now);
}

std::uint64_t SwitchPorts::offered_beats() const { return hosts_ == nullptr ? 0 : hosts_->offered_beats(); }
std::uint64_t SwitchPorts::offered_packets() const {
  return hosts_ == nullptr ? 0 : hosts_->offered_packets();
}
std::uint64_t SwitchPorts::missing_bytes() const { return hosts_ == nullptr ? 0 : hosts_->missing_bytes(); }
std::string SwitchPorts::who_waits() const { return hosts_ == nullptr ? std::string{} : hosts_->who_waits(); }

std::uint64_t SwitchPorts::wakes_at(std::uint64_t now) const {
  if (links_.wet() != 0) return now;
  const std::uint64_t hosts = hosts_ == nullptr ? kNever : hosts_->quiet_until(now, run_->transmitter());
  return std::max(now, std::min(hosts, links_.next_arrival()));
}

SwitchPorts::Sent SwitchPorts::sent(unsigned port) const {
  Sent sent = sent_[port];
  const Receiver::UnderWay packet = run_->leaving(port);
  if (packet.beats_left > 0) sent.beats += packet.length_beats - packet.beats_left;
  return sent;
}

SwitchPorts::Sent SwitchPorts::from_host(unsigned port) const {
  Sent sent = from_host_[port];
  if ((run_->transmitter().busy() >> port & 1U) == 0) return sent;
  --sent.packets;
  sent.beats -= run_->transmitter().under_way(port).beats_left;
  return sent;
}

}  // namespace xb
