// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "systemc/wires.h"

namespace xb::twin {

/// Head-of-line flags of one input in one cycle.
struct HolFlags {
  bool blocked = false, backpressure = false;
  std::uint8_t blocked_by = 0;
  PortMask victims = 0;  ///< not empty: head-of-line blocking

  bool operator==(const HolFlags& o) const {
    return blocked == o.blocked && backpressure == o.backpressure && blocked_by == o.blocked_by &&
           victims == o.victims;
  }
};

/// Twin of xb_hol_probe: packets per output in one input FIFO, and its head-of-line flags of the last cycle.
class HolProbe {
 public:
  using Flags = HolFlags;

  void reset() {
    queued_ = {};
    waiting_ = 0;
    flags_ = {};
  }
  /// Outputs for which a packet waits here that has not begun to leave.
  [[nodiscard]] PortMask waiting() const { return waiting_; }
  [[nodiscard]] const Flags& flags() const { return flags_; }

  /// Whether it is the only one for its output.
  bool enter(std::uint8_t destination) {
    waiting_ |= bit(destination);
    return queued_[destination]++ == 0;
  }
  /// Whether it was.
  bool leave(std::uint8_t destination) {
    if (--queued_[destination] != 0) return false;
    waiting_ &= ~bit(destination);
    return true;
  }
  /// The flags to show in the next cycle; before enter() and leave() of this one.
  void observe(bool blocked, bool contention, std::uint8_t head_destination, PortMask idle_ready) {
    flags_ = blocked ? Flags{true, !contention, head_destination, waiting_ & idle_ready} : Flags{};
  }

 private:
  PortMask waiting_ = 0;
  Flags flags_;
  std::array<std::uint32_t, kMaxPorts> queued_{};
};

}  // namespace xb::twin
