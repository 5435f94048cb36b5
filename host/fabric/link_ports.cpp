// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/link_ports.h"

namespace xb {

void LinkPorts::add_out(FabricLink& link, LinkPorts& far) {
  if (!link.is_wire()) {
    cables_ |= bit(link.out_port);
    return flows_.add_out(link, far.flows_);
  }
  wire_ends_[link.out_port] = {&link, &far, link.in_port};
  wires_ |= bit(link.out_port);
}

void LinkPorts::start_packets(PortMask ports, std::uint64_t now, Transmitter& transmitter) {
  transmitter.start_each_to_output(ports & ~wire_faults_, now, [&](unsigned port, PacketNote& note) {
    if ((flows_.wet() >> port & 1U) == 0) return trips_.start(port, wire_packet_[port], note);
    FabricLink& link = *flows_.in_link(port);
    const std::uint32_t slot = link.packets.front();
    link.packets.pop();
    trips_.expect(link.packets.front());  // of an empty one, some trip that was
    return trips_.start(port, slot, note);
  });
}

/// The packet goes over to the other end, which may be in the cycle before `now` yet.
void LinkPorts::show_packet(unsigned port, std::uint64_t now) {
  const WireEnd& end = wire_ends_[port];
  Seen& seen = end.far->seen_[now & 1];
  seen.packets |= bit(end.far_port);
  seen.packet[end.far_port] = trips_.leaves_over_wire(port, now).value_or(kNoTrip);
}

/// The same as show_wires() of the classes that inputs take.
PortMask LinkPorts::show_classes(const SwitchOutputs& out, std::uint64_t now) {
  PortMask changed = 0;
  for (unsigned c = 0; c < classes_; ++c) {
    const PortMask ready = out.class_ready[c] & wires_;
    const PortMask new_ready = ready ^ shows_class_ready_[c];
    shows_class_ready_[c] = ready;
    changed |= new_ready;
    for_each_port(new_ready, [&](unsigned port) {
      const WireEnd& end = wire_ends_[port];
      Seen& seen = end.far->seen_[now & 1];
      seen.at = now;
      seen.class_ready[c] |= bit(end.far_port);
    });
  }
  return changed;
}

void LinkPorts::take_seen(Seen& seen) {
  wire_valid_ ^= seen.valid;
  wire_ready_ ^= seen.ready;
  for (unsigned c = 0; classes_ > 1 && c < classes_; ++c) {
    wire_class_ready_[c] ^= seen.class_ready[c];
    seen.class_ready[c] = 0;
  }
  for_each_port(seen.packets, [&](unsigned port) {
    wire_packet_[port] = seen.packet[port];
    const bool known = seen.packet[port] != kNoTrip;
    put_port(wire_faults_, port, !known);
    if (known) trips_.expect(seen.packet[port]);
  });
  seen.valid = seen.ready = seen.packets = 0;
}

void LinkPorts::take_pauses(std::uint64_t now) {
  for_each_port(cables_, [&](unsigned port) {
    for (Pauses& coming = pauses_[port]; !coming.empty() && coming.front().at <= now; coming.pop())
      for (unsigned c = 0; c < credits_.size(); ++c)
        put_port(paused_[c], port, (coming.front().classes >> c & 1U) != 0);
    for (Credits& credits : credits_) {
      Credit& credit = credits.of[port];
      for (auto& coming = credit.coming; !coming.empty() && coming.front().at <= now; coming.pop())
        credit.left = coming.front().left;
    }
  });
}

void LinkPorts::exchange_wanted(std::uint64_t now) {
  for (unsigned c = 0; c < behind_.size(); ++c) {
    for_each_port(cables_, [&](unsigned port) {
      const Sender& sender = senders_[port];  // of the same cable
      Behind& behind = behind_[c][port];
      if (const PortMask outputs = trips_.wanted(port, c); outputs != behind.sent) {
        behind.coming.push({now + sender.latency, outputs});
        behind.sent = outputs;
      }
      auto& coming = sender.far->behind_[c][sender.far_port].coming;
      for (; !coming.empty() && coming.front().at <= now; coming.pop())
        wanted_[c][port] = coming.front().outputs;
    });
  }
}

void LinkPorts::begun(PortMask outputs, const Receiver& receiver) {
  for_each_port(outputs, [&](unsigned output) {
    const DeliveredPacket& packet = receiver.packet(output);
    const std::uint32_t slot = packet.note.message;
    trips_.beginning(packet.destination, slot);
    if (FabricLink* link = flows_.out_link(packet.destination)) {
      trips_.leaves(slot, packet, link);
      link->packets.push(slot);
    }  // else a wire, whose far end has it already
    trips_.forget();
  });
}

}  // namespace xb
