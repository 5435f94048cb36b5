// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/packet.h"
#include "host/scoreboard.h"
#include "host/switch_wires.h"

namespace xb {

/// The sending half of all hosts' links: turns packets into beats on the switch's inputs.
/// AXI4-Stream: valid never waits for ready; a beat on offer stays until taken.
class Transmitter {
 public:
  Transmitter(unsigned ports, unsigned data_words);

  /// Ports that have no packet on offer.
  [[nodiscard]] PortMask idle() const { return all_ports(ports_) & ~wires_.s_tvalid; }

  /// Puts a packet on an idle port from cycle `now` on. `length_beats` 1..kMaxPacketBeats.
  void start(unsigned port, unsigned destination, unsigned length_beats, std::uint64_t now,
             std::uint32_t cookie = 0);

  /// Wires of this cycle; the caller adds m_tready.
  SwitchInputs& wires() { return wires_; }
  [[nodiscard]] const SwitchInputs& wires() const { return wires_; }

  /// The switch took the beats on offer at `taken` in cycle `now`: enters new packets in the scoreboard and
  /// moves on to the next beats.
  void advance(PortMask taken, std::uint64_t now, Scoreboard& scoreboard);

  [[nodiscard]] std::uint64_t packets_started() const { return packets_started_; }

 private:
  struct Port {
    PayloadPattern pattern;
    std::uint64_t header = 0;
    unsigned beats_left = 0;  // the one on offer included
    unsigned destination = 0;
    std::uint32_t cookie = 0;
  };

  unsigned ports_;
  unsigned data_words_;
  SwitchInputs wires_{};
  std::array<Port, kMaxPorts> port_;
  std::vector<std::uint32_t> next_sequence_;  // per flow
  std::uint64_t packets_started_ = 0;
};

}  // namespace xb
