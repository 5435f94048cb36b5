// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/link/length_unit.h"
#include "host/link/packet.h"
#include "host/link/packet_timing.h"
#include "host/link/rule_violation.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// A packet that has come out of the switch whole, with the times that its measures need.
struct DeliveredPacket {
  unsigned source, destination, length_beats;
  std::uint64_t first_in_cycle, first_out_cycle, last_out_cycle;
  PacketNote note;
  std::uint64_t last_in_cycle = 0;  ///< cycle in which the switch took its last beat
  /// As of PacketInFlight.
  std::uint64_t ideal_out_cycle = PacketInFlight::kNotYet;
  std::uint64_t header = 0;            ///< as its first beat had it
  std::uint64_t cable_cycles = 0;      ///< in a network: latency of the cables that it has come over
  std::uint64_t zero_load_cycles = 0;  ///< likewise: first beat in to first beat out, had it been alone
  unsigned of_class = 0;

  /// In the run's unit (LengthUnit).
  [[nodiscard]] unsigned length() const { return PacketHeader::decode(header).length; }
};

/// The receiving half of all hosts' links, and the end-to-end check of every run: each beat is compared with
/// what was sent (data, bytes, first/last marks, destination), each packet with the next due of its flow.
/// Rules: docs/measures.md, "What every run checks".
class Receiver {
 public:
  /// `data_words` 0: beats carry no payload, word i of tdata is the header of the packet at output i.
  /// `lossy`: the switch may drop packets; those overtaken by a later one of their flow are taken as lost.
  /// `unit`: of the packets' lengths.
  Receiver(unsigned ports, unsigned data_words, bool lossy = false, const PacketTiming& timing = {},
           LengthUnit unit = {}, unsigned classes = 1)
      : ports_(ports),
        classes_(classes),
        sources_(ports * classes),
        data_words_(data_words),
        stride_(data_words == 0 ? 1 : data_words),
        lossy_(lossy),
        timing_(timing),
        unit_(unit),
        headers_only_(data_words == 0 && !unit.in_bytes()),
        patterns_(data_words == 0 ? 0 : ports) {}

  /// Messages show so many bits of a beat: those that a device's wires have.
  void show_width(unsigned bits) { shown_bits_ = bits; }

  /// Takes the beats that moved on the outputs in cycle `now`; calls on_packet(const DeliveredPacket&) for
  /// each packet that is complete with it.
  template <class OnPacket>
  void take(PortMask moved, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard,
            OnPacket&& on_packet) {
    if (data_words_ == 0) moved &= ~take_middle(moved & in_packet_ & ~(out.m_tuser | out.m_tlast));
    const PortMask cells = headers_only_ && !lossy_ ? out.m_tuser & out.m_tlast & ~in_packet_ : 0;
    const PortMask ends = headers_only_ ? out.m_tlast & ~out.m_tuser & in_packet_ : 0;
    for_each_port(moved, [&](unsigned port) {
      Port& p = port_[port];
      if ((cells >> port & 1U) != 0 && take_cell(port, out, now, scoreboard, on_packet)) return;
      const PortMask bit = PortMask{1} << port;
      if ((ends & bit) != 0 && p.beats_left == 1 && is_at_home(port, out)) {
        p.beats_left = 0;
      } else {
        const bool first = p.beats_left == 0;
        if (first && !begin(port, out, now, scoreboard)) return;
        --p.beats_left;
        const bool good = (headers_only_ || content_matches(port, out)) && is_at_home(port, out) &&
                          ((out.m_tuser & bit) != 0) == first &&
                          ((out.m_tlast & bit) != 0) == (p.beats_left == 0);
        if (!good) return report_beat(port, out, now, scoreboard);
        in_packet_ |= bit;
        if (p.beats_left > 0) return;
      }
      in_packet_ &= ~bit;
      const unsigned source = source_of(p.packet);
      const PacketInFlight& packet = *scoreboard.due(source, port);
      if (const TimingFault* fault = timing_.last_beat_fault(packet, now)) {
        return report_timing(port, now, packet, *fault);
      }
      p.packet.last_in_cycle = packet.last_in_cycle;
      scoreboard.delivered(source, port, p.packet.length_beats);
      p.packet.last_out_cycle = now;
      on_packet(static_cast<const DeliveredPacket&>(p.packet));
    });
  }

  /// Beats in the middle of packets moved on the outputs in each of `cycles` cycles. Without payload only.
  void skip(PortMask moved, std::uint64_t cycles) {
    for_each_port(moved, [&](unsigned port) { port_[port].beats_left -= static_cast<unsigned>(cycles); });
  }

  /// Ports in the middle of a packet.
  [[nodiscard]] bool in_packet(unsigned port) const { return port_[port].beats_left != 0; }
  /// The packet of which some beats have come out, not all: its input, its length, the beats missing.
  struct UnderWay {
    unsigned source, length_beats, beats_left;
  };
  [[nodiscard]] UnderWay under_way(unsigned port) const {
    const Port& p = port_[port];
    return {p.packet.source, p.packet.length_beats, p.beats_left};
  }
  /// The scoreboard's source of a packet.
  [[nodiscard]] unsigned source_of(const DeliveredPacket& packet) const {
    return packet.of_class * ports_ + packet.source;
  }
  /// Ports with such a packet.
  [[nodiscard]] PortMask in_packet() const { return in_packet_; }
  /// The packet whose beats have come out last, all of them or some.
  [[nodiscard]] const DeliveredPacket& packet(unsigned port) const { return port_[port].packet; }
  /// Bytes that the last beats of all packets so far have room for and do not have, where lengths are bytes.
  [[nodiscard]] std::uint64_t missing_bytes() const { return missing_bytes_; }
  /// Violations found so far, the first few; empty when all is well.
  [[nodiscard]] const std::vector<RuleViolation>& violations() const { return violations_; }

 private:
  /// The beat at an output is for it, and of its packet's class.
  [[nodiscard]] bool is_at_home(unsigned port, const SwitchOutputs& out) const {
    return out.m_tdest[port] == port && out.m_tid[port] == port_[port].packet.of_class;
  }
  /// Beats without payload that are neither first nor last ones, at ports in the middle of a packet. Returns
  /// those of them that are rightly so.
  PortMask take_middle(PortMask ports) {
    PortMask good = ports;
    for_each_port(ports, [&](unsigned port) {
      if (port_[port].beats_left > 1)
        --port_[port].beats_left;
      else
        good &= ~(PortMask{1} << port);
    });
    return good;
  }
  struct alignas(128) Port {  // so that its place is a shift
    unsigned beats_left = 0;
    DeliveredPacket packet{};
  };
  /// A packet of one beat without payload, in one look. False: it is not as it should be, and what is wrong
  /// is for the long way to say.
  template <class OnPacket>
  [[gnu::always_inline]] bool take_cell(unsigned port, const SwitchOutputs& out, std::uint64_t now,
                                        Scoreboard& scoreboard, OnPacket&& on_packet) {
    const std::uint64_t word = out.m_tdata[port];
    const auto header = PacketHeader::decode(word);
    const unsigned of_class = out.m_tid[port];
    const unsigned source = scoreboard.source_of(header.source, of_class);
    // Whoever has an input or a class that does not exist is no other flow's packet: headers differ.
    if (source >= sources_ || header.length != 1 || out.m_tdest[port] != port) return false;
    const PacketInFlight* due = scoreboard.due(source, port);
    if (due == nullptr || due->header != word || !timing_.may_leave(*due, now)) return false;
    // First, so that on_packet() finds the rest in registers; *due holds until the next packet is sent.
    scoreboard.delivered(source, port, 1);
    DeliveredPacket& packet = (port_.data() + port)->packet;
    packet.source = header.source;
    packet.destination = port;
    packet.of_class = of_class;
    packet.length_beats = 1;
    packet.header = word;
    packet.first_in_cycle = due->first_in_cycle;
    packet.first_out_cycle = packet.last_out_cycle = now;
    packet.last_in_cycle = due->last_in_cycle;
    packet.ideal_out_cycle = due->ideal_out_cycle;
    packet.note = due->note;
    on_packet(std::as_const(packet));
    return true;
  }

  /// tkeep of the beat that has just come.
  [[nodiscard]] std::uint64_t keep_due(const Port& p) const {
    return p.beats_left == 0 ? unit_.last_keep(p.packet.length()) : unit_.full_keep();
  }
  /// What a beat has besides its packet's header: payload, tkeep.
  bool content_matches(unsigned port, const SwitchOutputs& out) {
    const std::uint64_t* beat = &out.m_tdata[std::size_t{port} * stride_];
    if (!unit_.in_bytes()) return patterns_[port].matches(beat, data_words_);
    const Port& p = port_[port];
    const std::uint64_t keep = keep_due(p);
    if (p.beats_left == 0) missing_bytes_ += unit_.missing_bytes(p.packet.length());
    return out.m_tkeep[port] == keep &&
           (data_words_ == 0 || patterns_[port].matches(beat, data_words_, keep));
  }
  unsigned begin_content(unsigned port, std::uint64_t header_word);
  bool begin(unsigned port, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard);
  [[nodiscard]] unsigned class_of(std::uint64_t header_word, const Scoreboard& scoreboard) const;
  void refuse(unsigned port, std::uint64_t header_word, unsigned of_class, std::uint64_t now,
              const Scoreboard& scoreboard);
  void report_beat(unsigned port, const SwitchOutputs& out, std::uint64_t now, const Scoreboard& scoreboard);
  void report_data(unsigned port, const std::uint64_t* beat, std::uint64_t now, const Scoreboard& scoreboard);
  void report_timing(unsigned port, std::uint64_t now, const PacketInFlight& packet,
                     const TimingFault& fault);
  /// Word `n` of a beat.
  [[nodiscard]] std::string shown(std::uint64_t word, unsigned n = 0) const;
  void report(std::uint64_t now, unsigned port, const char* rule, const std::string& expected,
              const std::string& seen);

  unsigned ports_;
  unsigned classes_;  // of traffic
  unsigned sources_;  // of the scoreboard
  unsigned data_words_;
  unsigned stride_;  // words of a port in m_tdata
  bool lossy_;
  PacketTiming timing_;
  LengthUnit unit_;
  bool headers_only_;  // beats have neither payload nor tkeep
  unsigned shown_bits_ = kMaxDataWords * 64;
  std::uint64_t missing_bytes_ = 0;
  std::array<Port, kMaxPorts> port_{};
  std::vector<PayloadPattern> patterns_;  // per port, of beats with payload
  PortMask in_packet_ = 0;                // ports with beats left
  std::vector<RuleViolation> violations_;
};

}  // namespace xb
