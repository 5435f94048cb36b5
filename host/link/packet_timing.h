// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/scoreboard.h"

namespace xb {

/// The earliest that any switch may let a packet go, whatever its architecture. All outputs of the lab's are
/// functions of registers: what comes in in cycle t comes out in cycle t+1 at the soonest.
struct PacketTiming {
  bool store_forward = false;
  std::uint64_t route_delay_cycles = 0;
  bool combinational = false;  ///< outputs may follow inputs of the same cycle

  /// What is wrong with a packet whose first beat leaves in cycle `now`; null: nothing.
  [[nodiscard]] const char* first_beat_fault(const PacketInFlight& packet, std::uint64_t now) const {
    if (now < earliest(packet.first_in_cycle + route_delay_cycles))
      return "before its routing delay was over";
    if (store_forward &&
        (packet.last_in_cycle == PacketInFlight::kNotYet || now < earliest(packet.last_in_cycle)))
      return "before all of it was stored, under store-and-forward";
    return nullptr;
  }
  /// The same for its last beat.
  [[nodiscard]] const char* last_beat_fault(const PacketInFlight& packet, std::uint64_t now) const {
    const bool taken = packet.last_in_cycle != PacketInFlight::kNotYet;
    return taken && now >= earliest(packet.last_in_cycle) ? nullptr : "before it was taken";
  }

 private:
  /// The first cycle in which a beat that came in in cycle `in` may leave.
  [[nodiscard]] std::uint64_t earliest(std::uint64_t in) const { return in + (combinational ? 0 : 1); }
};

}  // namespace xb
