// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/scoreboard.h"

namespace xb {

/// The earliest that any switch may let a packet go, whatever its architecture. All of its outputs are
/// functions of registers: what comes in in cycle t comes out in cycle t+1 at the soonest.
struct PacketTiming {
  bool store_forward = false;
  std::uint64_t route_delay_cycles = 0;

  /// What is wrong with a packet whose first beat leaves in cycle `now`; null: nothing.
  [[nodiscard]] const char* first_beat_fault(const PacketInFlight& packet, std::uint64_t now) const {
    if (now <= packet.first_in_cycle + route_delay_cycles) return "before its routing delay was over";
    if (store_forward && packet.last_in_cycle >= now)
      return "before all of it was stored, under store-and-forward";
    return nullptr;
  }
  /// The same for its last beat.
  [[nodiscard]] static const char* last_beat_fault(const PacketInFlight& packet, std::uint64_t now) {
    return packet.last_in_cycle >= now ? "before it was taken" : nullptr;
  }
};

}  // namespace xb
