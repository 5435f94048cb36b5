// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/scoreboard.h"

namespace xb {

/// A rule that a packet broke by when it left, and when it should have.
struct TimingFault {
  const char* rule;
  const char* expected;
};

/// The earliest that any switch may let a packet go, whatever its architecture. All outputs of the lab's are
/// functions of registers: what comes in in cycle t comes out in cycle t+1 at the soonest.
struct PacketTiming {
  bool store_forward = false;
  std::uint64_t route_delay_cycles = 0;
  bool combinational = false;  ///< outputs may follow inputs of the same cycle

  /// What is wrong with a packet whose first beat leaves in cycle `now`; null: nothing.
  [[nodiscard]] const TimingFault* first_beat_fault(const PacketInFlight& packet, std::uint64_t now) const {
    static constexpr TimingFault kRouted{"routing-delay",
                                         "no beat before the packet's routing delay is over"};
    static constexpr TimingFault kStored{"store-and-forward",
                                         "a packet's first beat after its last one came in"};
    if (now < earliest(packet.first_in_cycle + route_delay_cycles)) return &kRouted;
    if (store_forward &&
        (packet.last_in_cycle == PacketInFlight::kNotYet || now < earliest(packet.last_in_cycle)))
      return &kStored;
    return nullptr;
  }
  /// The same for its last beat.
  [[nodiscard]] const TimingFault* last_beat_fault(const PacketInFlight& packet, std::uint64_t now) const {
    static constexpr TimingFault kTaken{"packet", "no beat before it came in"};
    const bool taken = packet.last_in_cycle != PacketInFlight::kNotYet;
    return taken && now >= earliest(packet.last_in_cycle) ? nullptr : &kTaken;
  }

  /// Nothing is wrong with a packet of one beat that leaves in cycle `now`.
  [[nodiscard]] bool may_leave(const PacketInFlight& packet, std::uint64_t now) const {
    // Its first beat is its last, so that store-and-forward asks for nothing more; kNotYet is later than all.
    const std::uint64_t before = now + (combinational ? 1 : 0);
    return packet.first_in_cycle + route_delay_cycles < before && packet.last_in_cycle < before;
  }

 private:
  /// The first cycle in which a beat that came in in cycle `in` may leave.
  [[nodiscard]] std::uint64_t earliest(std::uint64_t in) const { return in + (combinational ? 0 : 1); }
};

}  // namespace xb
