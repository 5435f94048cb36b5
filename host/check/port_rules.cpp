// SPDX-License-Identifier: Apache-2.0
#include "host/check/port_rules.h"

#include <fmt/format.h>

namespace xb {

PortRules::PortRules(const Settings& settings)
    : settings_(settings),
      handshake_(settings.data_words, settings.lengths.in_bytes(), settings.stable),
      progress_(
          {settings.ports, settings.bound_cycles, 0, !settings.lossless, settings.lengths, settings.fair}),
      receiver_(settings.ports, settings.data_words, !settings.lossless, {settings.store_forward, 0, true},
                settings.lengths, settings.classes),
      delivered_packets_(std::size_t{settings.ports} * settings.ports) {}

void PortRules::cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
                      Scoreboard& scoreboard) {
  const PortMask accepted = in.s_tvalid & out.s_tready;
  const PortMask moved = out.m_tvalid & in.m_tready;
  handshake_.cycle(in, out, now);
  note(handshake_.violation());
  idle_.cycle(in, out, now, scoreboard);
  note(idle_.violation());
  if (violation_) return;
  receiver_.take(moved, out, now, scoreboard, [&](const DeliveredPacket& packet) {
    ++delivered_packets_[std::size_t{packet.source} * settings_.ports + packet.destination];
    last_latency_ = packet.first_out_cycle - packet.first_in_cycle;
  });
  if (!receiver_.violations().empty()) return note(receiver_.violations().front());
  delivered_beats_ += port_count(moved);
  progress_.cycle(in.s_tvalid, accepted, accepted & in.s_tuser, in.m_tready != 0, now, scoreboard);
  for_each_port(moved, [&](unsigned port) {
    progress_.leaves(receiver_.packet(port).source, (out.m_tlast >> port & 1U) != 0, now);
  });
  note(progress_.violation());
}

void PortRules::finish(std::uint64_t now, const Scoreboard& scoreboard) {
  for_each_port(receiver_.in_packet(), [&](unsigned port) {
    const Receiver::UnderWay packet = receiver_.under_way(port);
    const unsigned source = scoreboard.source_of(packet.source, receiver_.packet(port).of_class);
    const std::uint64_t header = scoreboard.due(source, port)->header;
    note(RuleViolation{
        now, output_name(port), "whole-packets",
        fmt::format("{} more beats of {}", packet.beats_left, packet_name(header, settings_.lengths)),
        "none"});
  });
  for (unsigned source = 0; source < scoreboard.sources() && settings_.lossless; ++source) {
    for (unsigned output = 0; output < settings_.ports; ++output) {
      if (const PacketInFlight* due = scoreboard.due(source, output))
        note(RuleViolation{now, output_name(output), "lossless", packet_name(due->header, settings_.lengths),
                           "nothing"});
    }
  }
}

}  // namespace xb
