// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/link/forwarding.h"
#include "host/link/length_unit.h"
#include "host/link/packet.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// The sending half of all hosts' links: turns packets into beats on the switch's inputs.
/// AXI4-Stream: valid never waits for ready; a beat on offer stays until taken.
class Transmitter {
 public:
  /// `data_words` 0: beats carry no payload, word i of tdata is the header of port i's packet. `unit`: of the
  /// packets' lengths.
  Transmitter(unsigned ports, unsigned data_words, LengthUnit unit = {}, unsigned classes = 1);

  /// Ports that have a packet under way to the switch, and those that have none.
  [[nodiscard]] PortMask busy() const { return busy_; }
  [[nodiscard]] PortMask idle() const { return all_ & ~(busy_ | paused_); }
  /// No packet begins at these ports until this is called again: they are neither busy nor idle.
  void pause(PortMask ports) { paused_ = ports; }
  /// Ports whose beat was on offer in the last cycle and not taken.
  [[nodiscard]] PortMask held() const { return held_; }

  /// In a network the hosts name ranks: `forwarding` gives each packet the output of this switch. It outlives
  /// the transmitter.
  void forward_by(Forwarding& forwarding) { forwarding_ = &forwarding; }

  /// Puts a packet on an idle port from cycle `now` on. `length` 1..kMaxPacketBeats, in the run's unit.
  /// `destination`: an output, or, with forward_by(), a rank.
  void start(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
             const PacketNote& note = {}) {
    Port& p = port_[port];
    p.source = port;
    p.note = note;
    if (forwarding_ != nullptr) destination = forwarding_->enter(port, destination, length, now, p.note);
    start_one(port, destination, length, now);
  }
  struct Start {
    unsigned destination, length;
  };
  /// The same of several ports: next(port, note) gives what each starts, and may change its note.
  template <class Next>
  void start_each(PortMask ports, std::uint64_t now, Next&& next) {
    PortMask cells = 0;
    for_each_port(ports, [&](unsigned port) {
      Port& p = port_[port];
      p.source = port;
      p.note = {};
      const Start start = next(port, p.note);
      unsigned output = start.destination;
      if (forwarding_ != nullptr) output = forwarding_->enter(port, output, start.length, now, p.note);
      cells |= PortMask{begin(port, output, start.length, now) == 1} << port;
    });
    show_first_beats(ports, cells);
  }
  struct StartOfClass : Start {
    unsigned of_class;
  };
  /// The same of packets whose outputs are known: next(port, note) gives what each starts, and sets its note.
  template <class Next>
  void start_each_to_output(PortMask ports, std::uint64_t now, Next&& next) {
    PortMask cells = 0;
    for_each_port(ports, [&](unsigned port) {
      Port& p = port_[port];
      const StartOfClass start = next(port, p.note);
      wires_.s_tid[port] = static_cast<std::uint8_t>(start.of_class);
      p.source = start.of_class * ports_ + port;
      cells |= PortMask{begin(port, start.destination, start.length, now) == 1} << port;
    });
    show_first_beats(ports, cells);
  }
  /// The same as start() for a packet of a class, of a switch with classes.
  void start_of_class(unsigned of_class, unsigned port, unsigned destination, unsigned length,
                      std::uint64_t now, const PacketNote& note = {}) {
    Port& p = port_[port];
    p.note = note;
    p.note.of_class = static_cast<std::uint8_t>(of_class);
    if (forwarding_ != nullptr) destination = forwarding_->enter(port, destination, length, now, p.note);
    wires_.s_tid[port] = static_cast<std::uint8_t>(of_class);
    p.source = of_class * ports_ + port;
    start_one(port, destination, length, now);
  }

  /// Decides which beats are on the wires in this cycle (without it, all are): a link that is slower than the
  /// switch begins to offer one in the cycles of `may_send` only; what is on offer stays until taken.
  void offer(PortMask may_send) { wires_.s_tvalid = busy_ & (may_send | held_); }
  /// Wires of this cycle; the caller adds m_tready.
  SwitchInputs& wires() { return wires_; }
  [[nodiscard]] const SwitchInputs& wires() const { return wires_; }

  /// The packet of a port: its destination, and the beats of it that the switch has not taken.
  struct UnderWay {
    unsigned destination, beats_left;
  };
  /// The switch took the beats on offer at `taken` in cycle `now`: enters new packets in the scoreboard and
  /// moves on to the next beats.
  void advance(PortMask taken, std::uint64_t now, Scoreboard& scoreboard) {
    advance(taken, now, scoreboard, [](unsigned /*port*/, UnderWay /*whole*/, PacketInFlight& /*packet*/) {});
  }
  /// The same; calls begun(port, whole, packet) for each packet of which the first beat is taken.
  template <class Begun>
  void advance(PortMask taken, std::uint64_t now, Scoreboard& scoreboard, Begun&& begun) {
    for_each_port(taken & wires_.s_tuser, [&](unsigned port) {
      const Port& p = port_[port];
      const UnderWay whole{p.destination, p.beats_left};
      PacketInFlight& packet = scoreboard.sent(p.source, whole.destination, whole.beats_left);
      packet.header = p.header;
      packet.first_in_cycle = now;
      packet.note = p.note;
      packet.last_in_cycle = whole.beats_left == 1 ? now : PacketInFlight::kNotYet;
      begun(port, whole, packet);
    });
    move_on(taken, now, scoreboard);
  }

  /// Cycles for which the beats that `taken` accepts are neither first nor last ones of their packets.
  [[nodiscard]] std::uint64_t steady_cycles(PortMask taken) const;
  /// The switch took the beats at `taken` in each of `cycles` <= steady_cycles(taken) cycles. Without payload
  /// only.
  void skip(PortMask taken, std::uint64_t cycles);

  /// Ports with a packet of which the switch has taken some beats.
  [[nodiscard]] PortMask partly_taken() const { return busy_ & ~wires_.s_tuser; }
  [[nodiscard]] UnderWay under_way(unsigned port) const {
    return {port_[port].destination, port_[port].beats_left};
  }
  [[nodiscard]] const PacketNote& note(unsigned port) const { return port_[port].note; }
  /// Before advance(): the packet whose first beat the switch takes is marked.
  void mark(unsigned port) { port_[port].note.marked = true; }

  /// Length of the packet that a port sends, or has sent last, in the run's unit.
  [[nodiscard]] unsigned length(unsigned port) const {
    return PacketHeader::decode(port_[port].header).length;
  }

  /// Ports at which the switch took a beat in the last cycle.
  [[nodiscard]] PortMask taken() const { return taken_; }

  /// Packets of one flow that have started, modulo 2^32. A source is that of the scoreboard, in these three.
  [[nodiscard]] std::uint32_t started(unsigned source, unsigned output) const {
    return next_sequence_[std::size_t{source} * ports_ + output];
  }
  /// Of the packet that a port sends, or has sent last.
  [[nodiscard]] unsigned source(unsigned port) const { return port_[port].source; }
  /// A packet for `output` waits at the port of which the switch has taken nothing.
  [[nodiscard]] bool offers_first_beat(unsigned source, unsigned output) const {
    const unsigned port = source % ports_;
    return ((busy_ & wires_.s_tuser) >> port & 1U) != 0 && port_[port].destination == output &&
           port_[port].source == source;
  }

 private:
  struct Port {
    std::uint64_t header = 0;
    unsigned beats_left = 0;  // the one on offer included
    unsigned destination = 0;
    unsigned source = 0;  // of the scoreboard
    PacketNote note;
  };

  /// A packet to an output, whose source and note the port has.
  void start_one(unsigned port, unsigned output, unsigned length, std::uint64_t now) {
    const unsigned beats = begin(port, output, length, now);
    show_first_beats(bit(port), PortMask{beats == 1} << port);
  }
  /// ... its beats.
  unsigned begin(unsigned port, unsigned output, unsigned length, std::uint64_t now) {
    Port& p = port_[port];
    std::uint32_t& sequence = next_sequence_[std::size_t{p.source} * ports_ + output];
    p.header = PacketHeader{port, output, length, sequence++, now}.encode();
    unsigned beats = length;
    if (headers_only_)
      wires_.s_tdata[port] = p.header;
    else
      beats = begin_content(port, length);
    p.beats_left = beats;
    p.destination = output;
    wires_.s_tdest[port] = static_cast<std::uint8_t>(output);
    return beats;
  }
  /// Of packets that have begun, those of one beat among them.
  void show_first_beats(PortMask ports, PortMask cells) {
    busy_ |= ports;
    wires_.s_tvalid |= ports;
    wires_.s_tuser |= ports;
    wires_.s_tlast = (wires_.s_tlast & ~ports) | cells;
  }
  void move_on(PortMask taken, std::uint64_t now, Scoreboard& scoreboard);
  unsigned begin_content(unsigned port, unsigned length);
  void next_content(unsigned port);

  unsigned ports_;
  PortMask all_;
  unsigned data_words_;
  LengthUnit unit_;
  bool headers_only_;  // beats have neither payload nor tkeep
  SwitchInputs wires_{};
  PortMask busy_ = 0;  // ports with a packet
  PortMask paused_ = 0;
  PortMask held_ = 0;  // ports whose beat was on offer in the last cycle and not taken
  PortMask taken_ = 0;
  std::array<Port, kMaxPorts> port_;
  std::vector<PayloadPattern> patterns_;      // per port, of beats with payload
  std::vector<std::uint32_t> next_sequence_;  // per flow
  Forwarding* forwarding_ = nullptr;          // null: destinations are outputs
};

}  // namespace xb
