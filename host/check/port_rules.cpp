// SPDX-License-Identifier: Apache-2.0
#include "host/check/port_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace xb {

void HandshakeMonitor::compare(const SwitchOutputs& out, std::uint64_t now) {
  for_each_port(stalled_, [&](unsigned port) {
    if (!violation_) compare(port, out, now);
  });
}

void HandshakeMonitor::compare(unsigned port, const SwitchOutputs& out, std::uint64_t now) {
  if ((out.m_tvalid >> port & 1U) == 0) {
    violation_ = RuleViolation{now, output_name(port), "valid-holds",
                               "tvalid 1, as the receiver was not ready", "tvalid 0"};
    return;
  }
  const auto same = [&](const char* signal, std::uint64_t expected, std::uint64_t seen) {
    if (expected == seen || violation_) return;
    violation_ = RuleViolation{now, output_name(port), "payload-holds",
                               fmt::format("{} {:#x}, as the receiver was not ready", signal, expected),
                               fmt::format("{:#x}", seen)};
  };
  const std::size_t first = std::size_t{port} * data_words_;
  for (std::size_t w = first; w < first + data_words_; ++w)
    same("tdata", offered_.m_tdata[w], out.m_tdata[w]);
  if (keep_) same("tkeep", offered_.m_tkeep[port], out.m_tkeep[port]);
  same("tdest", offered_.m_tdest[port], out.m_tdest[port]);
  same("tid", offered_.m_tid[port], out.m_tid[port]);
  same("tlast", offered_.m_tlast >> port & 1U, out.m_tlast >> port & 1U);
  same("tuser", offered_.m_tuser >> port & 1U, out.m_tuser >> port & 1U);
}

void HandshakeMonitor::remember(const SwitchOutputs& out) {
  offered_.m_tlast = out.m_tlast;
  offered_.m_tuser = out.m_tuser;
  for_each_port(stalled_, [&](unsigned port) {
    const std::size_t first = std::size_t{port} * data_words_;
    offered_.m_tdest[port] = out.m_tdest[port];
    offered_.m_tid[port] = out.m_tid[port];
    std::copy_n(&out.m_tdata[first], data_words_, &offered_.m_tdata[first]);
  });
  if (keep_) for_each_port(stalled_, [&](unsigned port) { offered_.m_tkeep[port] = out.m_tkeep[port]; });
}

void IdleOutputs::look(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
                       const Scoreboard& scoreboard) {
  // A combinational output may show what is on offer in this cycle.
  for_each_port(in.s_tvalid, [&](unsigned input) { used_ |= PortMask{1} << in.s_tdest[input]; });
  for_each_port(out.m_tvalid & ~used_, [&](unsigned port) {
    if (scoreboard.bound_for(port) > 0) used_ |= PortMask{1} << port;
  });
  for_each_port(out.m_tvalid & ~used_, [&](unsigned port) {
    if (!violation_)
      violation_ = RuleViolation{now, output_name(port), "idle",
                                 "tvalid 0, since no packet for it has ever come", "tvalid 1"};
  });
}

/// The packet of `input` that has been inside for longest.
ProgressWatch::Oldest ProgressWatch::oldest_of(unsigned input, const Scoreboard& scoreboard) const {
  Oldest oldest;
  for (unsigned source = input; source < scoreboard.sources(); source += settings_.ports) {
    for (unsigned output = 0; output < settings_.ports; ++output) {
      const PacketInFlight* const due = scoreboard.due(source, output);
      if (due != nullptr && (oldest.packet == nullptr || due->first_in_cycle < oldest.packet->first_in_cycle))
        oldest = {due, output};
    }
  }
  return oldest;
}

/// Who is to blame where `input` waits: the input whose packet its output has begun, or the one that holds up
/// that.
unsigned ProgressWatch::holder_of(unsigned input, const Scoreboard& scoreboard) const {
  for (unsigned n = 0; n < settings_.ports; ++n) {
    const Oldest oldest = oldest_of(input, scoreboard);
    if (oldest.packet == nullptr) return input;
    const Left& left = left_[oldest.output];
    if (!left.any || left.last || left.input == input || (waited_ >> left.input & 1U) == 0) return input;
    input = left.input;
  }
  return input;
}

/// What waits there, and what its output did last.
std::string ProgressWatch::what_waits(unsigned input, const Scoreboard& scoreboard) const {
  const Oldest oldest = oldest_of(input, scoreboard);
  if (oldest.packet == nullptr) return "";
  const Left& left = left_[oldest.output];
  return fmt::format("; inside: {}; from output {} {}", packet_name(oldest.packet->header, settings_.lengths),
                     oldest.output,
                     !left.any ? "nothing has come"
                               : fmt::format("the last beat came in cycle {}, {} from input {}", left.cycle,
                                             left.last ? "a packet's last," : "within a packet", left.input));
}

/// Of those that have waited for too long the one that began first, or who holds it up: that one may have
/// begun a little later.
void ProgressWatch::look(std::uint64_t now, const Scoreboard& scoreboard) {
  next_look_ = counted_cycles_ + kLookCycles;
  const std::uint64_t bound = settings_.bound_cycles + settings_.cycles_per_packet * scoreboard.in_flight();
  const auto waits = [&](unsigned input) { return counted_cycles_ - served_[input].counted; };
  unsigned named = kMaxPorts;
  for_each_port(waited_, [&](unsigned input) {
    if (waits(input) > bound && (named == kMaxPorts || waits(input) > waits(named))) named = input;
  });
  if (violation_ || named == kMaxPorts) return;
  const unsigned holder = holder_of(named, scoreboard);
  if (waits(holder) <= bound && waits(holder) > bound / 2 && waits(named) <= 2 * bound) return;
  if (waits(holder) > bound) named = holder;
  violation_ = RuleViolation{
      now, fmt::format("input {}", named), "progress",
      fmt::format("one of its beats to move within {} cycles with ready receivers", bound),
      fmt::format("none since cycle {}{}", served_[named].cycle, what_waits(named, scoreboard))};
}

PortRules::PortRules(const Settings& settings)
    : settings_(settings),
      handshake_(settings.data_words, settings.lengths.in_bytes(), settings.stable),
      progress_(
          {settings.ports, settings.bound_cycles, 0, !settings.lossless, settings.lengths, settings.fair}),
      receiver_(settings.ports, settings.data_words, !settings.lossless, {settings.store_forward, 0, true},
                settings.lengths, settings.classes),
      delivered_packets_(std::size_t{settings.ports} * settings.ports) {
  receiver_.show_width(settings.width);
}

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
    progress_.leaves(port, receiver_.packet(port).source, (out.m_tlast >> port & 1U) != 0, now);
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
