// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/containers/ring.h"
#include "host/link/length_unit.h"
#include "host/link/packet.h"
#include "host/link/switch_wires.h"

namespace xb {

/// The switch `input` with one bidder per FIFO, as docs/switch-input.md describes it, followed by what moves
/// at its ports. Its state is what has come in and gone out; it never looks at how a switch is built. With
/// it, in every cycle:
/// - an output shows a beat if and only if a head bids for it or a packet that holds it has one there;
/// - a packet that an output begins to show is the head of its input, and bids;
/// - round robin: no head sees more than N-1 others granted while it bids, with weights no more than these
/// are
///   together; oldest: none that came later;
/// - all flags are those of the cycle before, none too many, none missing;
/// - occupancy and drops are right, one input a cycle in turn.
class FifoInputCheck {
 public:
  /// `data_words` of a beat; 0: one word, the packet's header. `unit`: of the packets' lengths.
  FifoInputCheck(unsigned ports, unsigned data_words, const SwitchSettings& settings, LengthUnit unit = {});

  /// `flags_shown`: false of a switch built without flags; in `out` they become those that it would show.
  void cycle(const SwitchInputs& in, SwitchOutputs& out, std::uint64_t now, bool flags_shown = true);
  /// The same beats moved in each of `cycles` further cycles as in the last.
  void skip(std::uint64_t cycles);

  /// First violation, one line; empty when all is well.
  [[nodiscard]] const std::string& violation() const { return violation_; }

 private:
  struct Packet {
    std::uint64_t header, first_in_cycle;

    [[nodiscard]] unsigned destination() const { return PacketHeader::decode(header).destination; }
  };
  /// What the flags of the next cycle must say.
  struct Flags {
    PortMask blocked = 0, backpressure = 0, hol = 0, pool = 0, idle_with_work = 0;
    std::array<std::uint8_t, kMaxPorts> blocked_by{}, pool_by{};
    std::array<PortMask, kMaxPorts> victims{};
  };

  void check_flags(const SwitchOutputs& out, std::uint64_t now);
  void tell_flags(SwitchOutputs& out) const;
  void check_shown(const SwitchOutputs& out, std::uint64_t now);
  void check_queue(const SwitchOutputs& out, std::uint64_t now);
  void grant(unsigned output, const SwitchOutputs& out, std::uint64_t now);
  void check_order(unsigned output, unsigned winner, std::uint64_t now);
  [[nodiscard]] unsigned most_ahead(unsigned input) const;
  void expect_flags(const SwitchInputs& in, const SwitchOutputs& out, PortMask may_move, PortMask pop);
  void keep_out(unsigned input, unsigned output);
  void refuse(unsigned input, unsigned output);
  void leave(PortMask pop, PortMask ended);
  void enter(const SwitchInputs& in, PortMask accepted, std::uint64_t now);
  void count_beats(PortMask pushed, PortMask pop, std::uint32_t cycles);
  void begin_waiting(unsigned input, unsigned output);
  void look_at_head(unsigned input, std::uint64_t next);
  void end_routing(std::uint64_t now);
  void ask(unsigned input);
  void report_flag(const char* flag, unsigned port, bool shown, std::uint64_t now);
  void report_beat(unsigned output, std::uint64_t word, std::uint64_t now);
  void report(std::uint64_t now, const std::string& what);
  [[nodiscard]] std::string head(unsigned input) const;

  unsigned ports_, stride_;
  LengthUnit unit_;
  SwitchSettings settings_;
  // Per input: the packets in its FIFO, how many of them are complete, beats, packets dropped; its head's
  // output, and that of the packet that is coming in; the grants to others that the head has seen since it
  // bids.
  std::array<Ring<Packet>, kMaxPorts> packets_;
  std::array<std::uint32_t, kMaxPorts> complete_{}, beats_{}, drops_{}, seen_{};
  std::array<std::uint8_t, kMaxPorts> destination_{}, entering_{};
  // Inputs: that hold a beat; whose head holds an output, of which some beats have left; bids for one; waits
  // for its route; that are discarding a packet, and would not if no others' were there.
  PortMask has_beat_ = 0, holding_ = 0, started_ = 0, asking_ = 0, routing_ = 0, refusing_ = 0, kept_out_ = 0;
  std::uint64_t next_route_ = ~std::uint64_t{0};
  // Outputs: that a packet holds, for which some head bids; per output the inputs that do, and the one that
  // holds it.
  PortMask held_ = 0, requested_ = 0;
  std::array<PortMask, kMaxPorts> requests_{};
  std::array<std::uint8_t, kMaxPorts> holder_{};
  // Input x output: beats; packets that have not begun to leave; per input the outputs that have some of
  // these, per output the inputs.
  std::vector<std::uint32_t> stored_, queued_;
  std::array<PortMask, kMaxPorts> waiting_{}, waiting_at_{};
  PortMask waiting_any_ = 0;
  Flags want_;
  PortMask last_pushed_ = 0, last_pop_ = 0, new_heads_ = 0;
  unsigned next_look_ = 0;
  bool begun_ = false;
  std::string violation_;
};

}  // namespace xb
