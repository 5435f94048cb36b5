// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "host/link/switch_wires.h"

namespace xb {

/// Which inputs a higher class holds, and which classes are head-of-line blocked, from what moves at the
/// ports of a switch with traffic classes that drops nothing (docs/measures.md, "Held by a higher class",
/// "Head-of-line blocking of classes").
class HigherClass {
 public:
  struct Rules {
    bool fifo = false;   ///< an input has a FIFO for each class: heads wait, and a cycle takes one beat of it
    bool holds = false;  ///< ... of which a lower one offers nothing while the head of a higher one waits
    bool store_forward = false;
    unsigned route_delay = 0;
    unsigned words = 1;  ///< of a beat in m_tdata
  };
  HigherClass(unsigned ports, unsigned classes, const Rules& rules);

  /// A cycle, and the beats that move in it.
  void cycle(const SwitchInputs& in, PortMask accepted, const SwitchOutputs& out, PortMask delivered,
             std::uint64_t now);
  /// Outputs at which no packet of a class begins, by class; they stay where they are. A head for one of them
  /// holds no lower one.
  void stop(const PortMask* stopped) { stopped_ = stopped; }
  /// Inputs of which a packet of the class was held in that cycle; the highest class never is.
  [[nodiscard]] PortMask held(unsigned of_class) const { return held_[of_class]; }

  /// The packet in front of an input is head-of-line blocking: it waits for its output, and behind it packets
  /// of some classes, its own or others, could go.
  struct Front {
    unsigned input, of_class, output;
    std::uint32_t behind;  ///< bit c: class c
  };
  /// Of FIFO inputs, in that cycle.
  [[nodiscard]] const std::vector<Front>& head_of_line() const { return head_of_line_; }

 private:
  struct Packet {
    std::uint64_t waits_from;
    unsigned input, of_class, output;
  };
  struct Waiting {
    Ring<std::uint8_t> outputs;                    // of a FIFO, in the order in which they came
    std::array<std::uint32_t, kMaxPorts> count{};  // by output
    PortMask wanted = 0;                           // outputs
  };
  [[nodiscard]] Waiting& waiting(const Packet& packet) {
    return waiting_[packet.of_class * ports_ + packet.input];
  }
  void look(const SwitchOutputs& out, std::uint64_t now);
  [[nodiscard]] PortMask going_heads(unsigned of_class) const;
  void look_behind(PortMask ready, PortMask valid);
  void add_front(const Packet& front, bool of_all, PortMask idle);
  void take(const SwitchInputs& in, PortMask accepted, std::uint64_t now);
  void wait(const Packet& packet);
  void leave(const Packet& packet);
  void set_head(const Packet& packet);

  unsigned ports_, classes_;
  Rules rules_;
  std::vector<Packet> coming_;                          // do not wait yet
  std::vector<Waiting> waiting_;                        // by class and input
  std::vector<std::array<PortMask, kMaxPorts>> heads_;  // by class and output: inputs with a packet for it
  std::array<PortMask, kMaxClasses> any_head_{};        // by class, of FIFO
  std::array<PortMask, kMaxClasses> held_{};
  std::array<Packet, kMaxPorts> entering_{};  // by input
  std::array<Packet, kMaxPorts> shown_{};     // by output
  PortMask sending_ = 0;                      // outputs in the middle of a packet
  const PortMask* stopped_ = nullptr;         // by class
  std::vector<Front> head_of_line_;
};

}  // namespace xb
