// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_ports.h"

#include <algorithm>

namespace xb {

SwitchPorts::SwitchPorts(const Network& network, unsigned at, Workload* hosts, std::uint64_t host_period)
    : wiring_(network.wiring),
      measures_(network.measures),
      lengths_(network.lengths),
      at_(at),
      hosts_(hosts, network.wiring.hosts(at) == 0 ? 0 : all_ports(network.wiring.hosts(at)), host_period),
      choice_(network.wiring, network.routes, at, network.adaptive, network.seed),
      flows_(network.wiring.first_host(at), network.wiring.hosts(at), network.wiring.hosts(), network.rules),
      trips_(network.trips),
      from_host_(network.wiring.hosts(at)) {
  if (network.gap_bytes == 0) return;
  pace_ = std::make_unique<LinePace>(network.lengths, network.beat_bytes, network.gap_bytes);
  for_each_port(host_ports(), [&](unsigned port) { pace_->set_cycles_per_beat(port, host_period); });
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
  PortMask ready = hosts_.ready(now, transmitter);
  links_.look(now);
  ready |= links_.ready(now) | wire_ready_;
  if (pace_) ready &= ~pace_->in_gap(now);
  const PortMask starting = (links_.wet() | wire_valid_) & transmitter.idle();
  if (starting != 0) start_packets(starting, now, transmitter);
  return ready;
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
  return links_.wet() | wire_valid_ | hosts_.may_send(now);
}

std::uint64_t SwitchPorts::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if ((links_.wet() & transmitter.idle()) != 0 || (pace_ && pace_->resting() != 0)) return now;
  std::uint64_t until = std::min(links_.quiet_until(), hosts_.quiet_until(now, transmitter));
  if (hosts_.slow() || links_.slow() != 0) until = next_tick(now, until, transmitter);
  return std::max(until, now);
}

/// `until`, or, if that comes before, where links slower than the switch begin or cease to take beats.
std::uint64_t SwitchPorts::next_tick(std::uint64_t now, std::uint64_t until,
                                     const Transmitter& transmitter) const {
  const auto tick = [&](std::uint64_t period) {
    // Where the last cycle was one in which beats may move, this one is another.
    until = std::min(until, (now - 1) % period == 0 ? now : (now + period - 1) / period * period);
  };
  const PortMask hosts = host_ports();
  if (hosts_.slow() && ((transmitter.busy() & hosts) != 0 || host_packets() > 0)) tick(hosts_.period());
  // So it is where the switch has taken a beat that had waited on the wires for it, in whatever cycle.
  if (hosts_.slow() && (transmitter.taken() & hosts) != 0) until = std::min(until, now);
  for_each_port(links_.slow(), [&](unsigned port) {
    if (bound(port) > 0) tick(links_.out_link(port)->period);
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
  const unsigned output = choice_.take(trip);
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
  const unsigned output = choice_.take(trip);
  transmitter.start_to_output(port, output, trip.length, now, {slot, 0, 0, 0});
  ++held_;
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
  choice_.release(output);
  trips_.remove(note.message);
  --held_;
}

void SwitchPorts::delivered(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  choice_.release(port);
  ++sent_[port].packets;
  sent_[port].beats += packet.length_beats;
  if (lengths_.in_bytes()) note_bytes(packet);
  if ((host_ports() >> port & 1U) == 0) return;
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
    whole.packet.zero_load_cycles = trip.zero_load_cycles;
    return whole;
  };
  flows_.arrived(trip, arrival, [&](auto&& get) {
    if (!hosts_.hears()) return;
    hosts()->delivered(get().packet);
    hosts_changed();
  });
  trips_.remove(slot);
  --held_;
}

void SwitchPorts::note_bytes(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  if (pace_) pace_->passed(port, packet.length(), packet.first_out_cycle, packet.last_out_cycle);
  if ((host_ports() >> port & 1U) != 0) delivered_missing_bytes_ += lengths_.missing_bytes(packet.length());
}

// For the network.

void SwitchPorts::stop() {
  if (hosts() != nullptr) hosts()->stop();
  hosts_changed();
}

void SwitchPorts::settle(std::uint64_t now) {
  if (hosts() != nullptr) hosts()->settle(now);
  hosts_changed();
}

std::uint64_t SwitchPorts::next_event(std::uint64_t now) const {
  return hosts() == nullptr ? kNever : hosts()->next_event(now);
}

std::uint64_t SwitchPorts::offered_beats() const { return hosts() == nullptr ? 0 : hosts()->offered_beats(); }
std::uint64_t SwitchPorts::offered_packets() const {
  return hosts() == nullptr ? 0 : hosts()->offered_packets();
}
std::uint64_t SwitchPorts::missing_bytes() const { return hosts() == nullptr ? 0 : hosts()->missing_bytes(); }
std::string SwitchPorts::who_waits() const {
  return hosts() == nullptr ? std::string{} : hosts()->who_waits();
}

std::uint64_t SwitchPorts::wakes_at(std::uint64_t now) const {
  if (links_.wet() != 0) return now;
  const std::uint64_t asked = hosts() == nullptr ? kNever : hosts()->quiet_until(now, run_->transmitter());
  return std::max(now, std::min(asked, links_.next_arrival()));
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
