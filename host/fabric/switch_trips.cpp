// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_trips.h"

#include "host/config/setup.h"

namespace xb {

SwitchTrips::SwitchTrips(const SharedByAll& network, unsigned at, const SwitchRun& run)
    : run_(run),
      wiring_(network.setup.wiring),
      at_(at),
      ideal_(network.ideal),
      lengths_(network.setup.switches.front().lengths),
      first_rank_(network.setup.wiring.first_host(at)),
      choice_(network.setup.wiring, network.setup.routes, at,
              network.rules.adaptive ? network.setup.switches.front().config.adaptive : AdaptiveChoice::None,
              network.setup.switches.front().config.seed),
      flows_(first_rank_, network.setup.wiring.hosts(at), network.setup.wiring.hosts(), network.rules,
             network.setup.switches.front().config.classes),
      begun_(network.setup.wiring.hosts(at)),
      classes_(network.setup.switches.front().config.classes) {}

unsigned SwitchTrips::enter(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
                            PacketNote& note) {
  begun_[port] += {1, lengths_.beats_of(length)};
  // In place: a copy as a whole would wait for the small stores.
  const std::uint32_t slot = trips_->add();
  Trip& trip = (*trips_)[slot];
  trip.source = static_cast<std::uint16_t>(rank(port));
  trip.destination = static_cast<std::uint16_t>(destination);
  trip.length = length;
  trip.first_in_cycle = now;
  trip.note = note;
  // What draws by the number needs it now, an ideal network when the packet is taken, all else when it
  // leaves.
  if (now != entered_at_) flows_.number();
  entered_at_ = now;
  flows_.start(trip);
  if (choice_.draws()) flows_.number();
  const unsigned output = choice_.take(trip);
  if (!waiting_.empty()) wait(output, trip);
  note = {slot, 0, 0, 0};
  ++held_;
  return output;
}

void SwitchTrips::taken(std::uint32_t slot, std::uint64_t now) {
  if (ideal_ == nullptr) return;
  flows_.number();
  Trip& trip = (*trips_)[slot];
  trip.first_in_cycle = now;
  ideal_->entered(trip);
}

void SwitchTrips::watch() { waiting_.resize(std::size_t{classes_} * kMaxPorts); }

/// Outputs of the switch at the other end of a cable; none behind a host's.
PortMask SwitchTrips::outputs_behind(unsigned output, const Trip& trip) const {
  const PortEnd& end = wiring_.end(at_, output);
  return end.host ? 0 : choice_.outputs_at(end.index, trip);
}

PortMask SwitchTrips::outputs_to(unsigned rank) const {
  Trip trip;
  trip.destination = static_cast<std::uint16_t>(rank);
  return choice_.outputs_at(at_, trip);
}

std::optional<std::uint32_t> SwitchTrips::leaves_over_wire(unsigned output, std::uint64_t now) {
  const PacketInFlight* packet = run_.shown(output);
  if (packet == nullptr) return {};
  const PacketHeader header = PacketHeader::decode(packet->header);
  const unsigned beats = lengths_.beats_of(header.length);
  leaves(packet->note.message, {header.source, output, beats, packet->first_in_cycle, now, now, packet->note},
         nullptr);
  return packet->note.message;
}

void SwitchTrips::lost(unsigned output, std::uint32_t slot) {
  flows_.number();
  release(output);
  if (ideal_ != nullptr) ideal_->lost((*trips_)[slot]);
  remove(slot);
}

/// A packet as its host sees it: from host to host.
Arrival SwitchTrips::arrival(const DeliveredPacket& packet, const Trip& trip) {
  Arrival whole{packet, trip};
  whole.packet.source = trip.source;
  whole.packet.destination = trip.destination;
  whole.packet.first_in_cycle = trip.first_in_cycle;
  whole.packet.note = trip.note;
  whole.packet.cable_cycles = trip.cable_cycles;
  whole.packet.zero_load_cycles = trip.zero_load_cycles;
  return whole;
}

}  // namespace xb
