// SPDX-License-Identifier: Apache-2.0
#include "host/check/port_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace xb {
namespace {

std::string output_name(unsigned port) { return fmt::format("output {}", port); }

std::string packet_name(std::uint64_t word) {
  const auto header = PacketHeader::decode(word);
  return fmt::format("packet #{} from input {} to output {}, {} beats", header.sequence, header.source,
                     header.destination, header.length_beats);
}

}  // namespace

std::string RuleViolation::text() const {
  return fmt::format("cycle {}: {}: {}: expected {}; seen {}", cycle, port, rule, expected, seen);
}

PortRules::PortRules(const Settings& settings)
    : settings_(settings),
      outputs_(settings.ports),
      served_in_(settings.ports),
      waited_(settings.ports),
      inside_(settings.ports) {}

void PortRules::report(std::uint64_t now, const std::string& port, const char* rule,
                       const std::string& expected, const std::string& seen) {
  if (!violation_) violation_ = RuleViolation{now, port, rule, expected, seen};
}

void PortRules::cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
                      Scoreboard& scoreboard) {
  const PortMask accepted = in.s_tvalid & out.s_tready;
  for_each_port(in.s_tvalid, [&](unsigned input) { ever_ |= bit(in.s_tdest[input]); });
  for_each_port(accepted, [&](unsigned input) {
    if ((in.s_tuser & bit(input)) != 0) ++inside_[input];
    served_in_[input] = now;
  });
  for (unsigned port = 0; port < settings_.ports && !violation_; ++port) {
    look_at_held(port, out, now);
    const bool valid = (out.m_tvalid & bit(port)) != 0;
    const bool ready = (in.m_tready & bit(port)) != 0;
    if (valid) look_at_offer(port, out, now);
    if (valid && ready && !violation_) take(port, out, now, scoreboard);
    outputs_[port].stalled = valid && !ready;
    if (outputs_[port].stalled) remember(port, out);
  }
  look_at_progress(in, accepted, now, scoreboard);
}

void PortRules::look_at_offer(unsigned port, const SwitchOutputs& out, std::uint64_t now) {
  if ((ever_ & bit(port)) != 0) return;
  report(now, output_name(port), "idle", "tvalid 0, since no packet for it has ever come",
         fmt::format("tvalid 1, tdata {:#018x}", *beat(port, out)));
}

void PortRules::look_at_held(unsigned port, const SwitchOutputs& out, std::uint64_t now) {
  const Output& o = outputs_[port];
  if (!o.stalled) return;
  if ((out.m_tvalid & bit(port)) == 0)
    return report(now, output_name(port), "valid-holds", "tvalid 1, as the receiver was not ready",
                  "tvalid 0");
  const auto differs = [&](const char* signal, std::uint64_t expected, std::uint64_t seen) {
    if (expected != seen)
      report(now, output_name(port), "payload-holds",
             fmt::format("{} {:#x}, as the receiver was not ready", signal, expected),
             fmt::format("{:#x}", seen));
  };
  for (unsigned w = 0; w < settings_.data_words; ++w) differs("tdata", o.data[w], beat(port, out)[w]);
  differs("tlast", o.last ? 1 : 0, (out.m_tlast >> port) & 1U);
  differs("tuser", o.first ? 1 : 0, (out.m_tuser >> port) & 1U);
  differs("tdest", o.dest, out.m_tdest[port]);
}

void PortRules::remember(unsigned port, const SwitchOutputs& out) {
  Output& o = outputs_[port];
  std::copy_n(beat(port, out), settings_.data_words, o.data.begin());
  o.last = (out.m_tlast & bit(port)) != 0;
  o.first = (out.m_tuser & bit(port)) != 0;
  o.dest = out.m_tdest[port];
}

bool PortRules::begin(unsigned port, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard) {
  const std::uint64_t word = *beat(port, out);
  const auto header = PacketHeader::decode(word);
  const bool known = header.source < settings_.ports && header.destination < settings_.ports &&
                     scoreboard.find(header.source, header.destination, word) != nullptr;
  if (!known) {
    report(now, output_name(port), "packet", "the first beat of a packet that has come in and not gone out",
           fmt::format("tdata {:#018x}", word));
    return false;
  }
  if (header.destination != port) {
    report(now, output_name(port), "route", fmt::format("packets to output {}", port), packet_name(word));
    return false;
  }
  if (!settings_.lossless) scoreboard.lose_before(header.source, port, word);
  const PacketInFlight& due = *scoreboard.due(header.source, port);
  if (due.header != word) {
    report(now, output_name(port), "order", packet_name(due.header), packet_name(word));
    return false;
  }
  if (out.m_tdest[port] != port) {
    report(now, output_name(port), "tdest", std::to_string(port), std::to_string(out.m_tdest[port]));
    return false;
  }
  Output& o = outputs_[port];
  o.beats_left = header.length_beats;
  o.header = word;
  o.pattern = PayloadPattern(word);
  last_latency_ = now - due.first_in_cycle;
  if (settings_.store_forward && due.last_in_cycle >= now)
    report(now, output_name(port), "store-and-forward", "a packet's first beat after its last one came in",
           packet_name(word));
  return true;
}

/// The beat is the next one of its packet; if not, whose is it?
void PortRules::look_at_payload(unsigned port, const SwitchOutputs& out, std::uint64_t now,
                                const Scoreboard& scoreboard) {
  Output& o = outputs_[port];
  std::array<std::uint64_t, kMaxDataWords> wanted{};
  o.pattern.write(wanted.data(), settings_.data_words);
  if (std::equal(wanted.begin(), wanted.begin() + settings_.data_words, beat(port, out))) return;
  const std::uint64_t word = *beat(port, out);
  const auto header = PacketHeader::decode(o.header);
  const auto expected = fmt::format("beat {} of {}, tdata {:#018x}", header.length_beats - o.beats_left,
                                    packet_name(o.header), wanted[0]);
  const auto other = PacketHeader::decode(word);
  const bool first_of_other = other.source < settings_.ports && other.destination < settings_.ports &&
                              scoreboard.find(other.source, other.destination, word) != nullptr;
  if (first_of_other) {
    const bool own = other.source == header.source;
    return report(now, output_name(port), own ? "whole-packets" : "interleaving", expected,
                  fmt::format("the first beat of {}", packet_name(word)));
  }
  report(now, output_name(port), "data", expected, fmt::format("{:#018x}", word));
}

void PortRules::take(unsigned port, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard) {
  Output& o = outputs_[port];
  const bool first = o.beats_left == 0;
  if (first && !begin(port, out, now, scoreboard)) return;
  look_at_payload(port, out, now, scoreboard);
  ++delivered_beats_;
  --o.beats_left;
  const bool last = (out.m_tlast & bit(port)) != 0;
  if (last != (o.beats_left == 0))
    report(now, output_name(port), "tlast",
           fmt::format("{} at beat {} of {}", o.beats_left == 0 ? 1 : 0,
                       PacketHeader::decode(o.header).length_beats - o.beats_left - 1, packet_name(o.header)),
           last ? "1" : "0");
  if (((out.m_tuser & bit(port)) != 0) != first)
    report(now, output_name(port), "tuser", first ? "1 at a packet's first beat" : "0 behind it",
           first ? "0" : "1");
  const unsigned source = PacketHeader::decode(o.header).source;
  served_in_[source] = now;
  if (o.beats_left > 0 || violation_) return;
  const PacketInFlight& packet = *scoreboard.due(source, port);
  if (packet.last_in_cycle > now)
    return report(now, output_name(port), "packet", "no beat before it came in", packet_name(o.header));
  scoreboard.delivered(source, port);
  --inside_[source];
}

/// Whoever waits is served in time.
void PortRules::look_at_progress(const SwitchInputs& in, PortMask accepted, std::uint64_t now,
                                 const Scoreboard& scoreboard) {
  for (unsigned input = 0; input < settings_.ports && !violation_; ++input) {
    const bool offers = (in.s_tvalid & ~accepted & bit(input)) != 0;
    const bool waits = offers || (settings_.lossless && inside_[input] > 0);
    if (!waits) served_in_[input] = now;
    if (served_in_[input] == now) waited_[input] = 0;
    if (in.m_tready != 0) ++waited_[input];
    if (waited_[input] <= settings_.bound_cycles) continue;
    std::string seen = fmt::format("none since cycle {}", served_in_[input]);
    for (unsigned output = 0; output < settings_.ports; ++output) {
      if (const PacketInFlight* due = scoreboard.due(input, output)) {
        seen += fmt::format("; inside: {}", packet_name(due->header));
        break;
      }
    }
    report(
        now, fmt::format("input {}", input), "progress",
        fmt::format("a beat of its to move within {} cycles with a ready receiver", settings_.bound_cycles),
        seen);
  }
}

void PortRules::finish(std::uint64_t now, const Scoreboard& scoreboard) {
  for (unsigned port = 0; port < settings_.ports; ++port) {
    const Output& o = outputs_[port];
    if (o.beats_left > 0)
      report(now, output_name(port), "whole-packets",
             fmt::format("{} more beats of {}", o.beats_left, packet_name(o.header)), "none");
  }
  for (unsigned input = 0; input < settings_.ports && settings_.lossless; ++input) {
    for (unsigned output = 0; output < settings_.ports; ++output) {
      if (const PacketInFlight* due = scoreboard.due(input, output))
        report(now, output_name(output), "lossless", packet_name(due->header), "nothing");
    }
  }
}

}  // namespace xb
