// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/containers/ring.h"
#include "host/link/switch_wires.h"

namespace xb {

/// What can be said of a switch from its ports alone (docs/measures.md, "Without probes"): occupancy of each
/// pair of an input and an output, head-of-line blocking, blame and victims, outputs that are idle with work.
/// It hears of packets and writes what it finds where a switch with probes would show it: queue =
/// input*ports+output, flags of the cycle before.
class PortObserver {
 public:
  /// `store_forward`: a packet waits when all of it is in. `words`: of a beat in m_tdata, the first beat's
  /// first being the packet's header. Of each class of `classes` a flow's packets keep their order.
  PortObserver(unsigned ports, bool store_forward, unsigned words, unsigned classes = 1);

  /// What is known at the beginning of a cycle. Wires that are no observation are 0.
  [[nodiscard]] const SwitchOutputs& shown() const { return *shown_; }

  // A cycle: look(), and then what moved in it.
  /// Finds the flags of this cycle. `ready`: receivers.
  void look(PortMask ready, const SwitchOutputs& out, std::uint64_t now);
  /// The switch takes a packet's first beat. It waits from cycle `waits_from` on: that of its first beat out
  /// if it met nobody.
  void enters(unsigned input, unsigned output, std::uint64_t waits_from, unsigned of_class = 0);
  /// One beat moves in, or out of the packet that `output` is sending; `last`: the packet's last.
  void beat_in(unsigned input, bool last, std::uint64_t now);
  void beat_out(unsigned output, bool last);
  /// Packets of a flow that will not come out, of `beats` each: those before the next one that does.
  void lost(unsigned input, unsigned output, std::uint64_t packets, unsigned of_class = 0);
  /// An output begins to send the next packet of a flow.
  void begins(unsigned input, unsigned output, unsigned of_class = 0);

 private:
  struct Packet {
    std::uint64_t name = 0;  // by the order of first beats at its input, from bit 16 on; class, output
    std::uint64_t waits_from = 0;
    std::uint32_t beats = 0;  // that are in the switch
    bool whole = false;
  };
  struct Sender {
    unsigned input = 0;
    std::size_t flow = 0;
    std::uint64_t packet = 0;
  };
  /// Where a packet belongs that enters.
  struct Entering {
    std::size_t flow = 0, pair = 0;
  };
  /// The oldest packet of an input that is in the switch.
  struct Oldest {
    unsigned output;
    bool is_leaving, waits;
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  [[nodiscard]] std::size_t pair(unsigned input, unsigned output) const {
    return std::size_t{input} * ports_ + output;
  }
  [[nodiscard]] std::size_t flow(unsigned input, unsigned output, unsigned of_class) const {
    return (std::size_t{input} * classes_ + of_class) * ports_ + output;
  }
  /// The first packet of a flow that waits is another one, or is whole.
  void look_at_first(std::size_t flow) {
    const Ring<Packet>& waiting = waiting_[flow];
    const bool waits = !waiting.empty() && (waiting.front().whole || !store_forward_);
    waits_from_[flow] = waits ? waiting.front().waits_from : kNone;
  }
  [[nodiscard]] std::uint64_t first_name(std::size_t flow) const {
    return waiting_[flow].empty() ? kNone : waiting_[flow].front().name;
  }
  [[nodiscard]] Oldest oldest(unsigned input, std::uint64_t now) const;
  enum class Block { None, Contention, Backpressure };
  [[nodiscard]] Block block(unsigned input, const Oldest& packet, PortMask ready,
                            const SwitchOutputs& out) const;

  unsigned ports_, words_, classes_;
  bool store_forward_;
  std::unique_ptr<SwitchOutputs> shown_;
  std::vector<Ring<Packet>> waiting_;  // per flow: packets that have not begun to leave
  // Per flow, kNone: its oldest packet, and from when on its first of waiting_ waits.
  std::vector<std::uint64_t> oldest_, waits_from_;
  std::array<PortMask, kMaxPorts> to_{};                // per input: outputs for which some wait
  std::array<PortMask, kMaxPorts> leaving_{};           // per input: outputs that send one of its packets
  std::array<Sender, kMaxPorts> sender_{};              // per output, where sending_
  std::array<Entering, kMaxPorts> entering_{};          // per input
  std::array<std::uint64_t, kMaxPorts> next_number_{};  // per input
  PortMask sending_ = 0;                                // outputs in the middle of a packet
};

}  // namespace xb
