// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace xb::twin {

/// Cycles from the acceptance of a packet's first beat to the delivery of that beat, by an otherwise empty
/// MemorySwitch, if its beats arrive one a cycle and the receiver is ready. Exact; it depends on when the packet
/// comes, since ports take turns. `first_in_cycle` counts from the first cycle of a harness that holds reset for
/// some clock edges and then clocks the switch kCyclesAhead times, which is what all engines do.
inline std::uint64_t memory_zero_load_cycles(unsigned ports, unsigned input, unsigned output,
                                             std::uint64_t first_in_cycle, std::uint32_t length_beats,
                                             bool store_forward, std::uint32_t route_delay) {
  constexpr std::uint64_t kCyclesAhead = 2;
  // The first turn of a port in or after a cycle.
  const auto turn = [&](unsigned port, std::uint64_t cycle) {
    return cycle + (port + ports - cycle % ports) % ports;
  };
  const std::uint64_t start = first_in_cycle + kCyclesAhead;
  const std::uint32_t word_beats = 2 * ports;
  // A word is written at the input's first turn after its last beat; a turn writes one word.
  std::uint64_t written = turn(input, start + std::min(length_beats, word_beats));
  if (store_forward && length_beats > word_beats) {
    // Words before the last one come less often than turns, so only these two can meet at one.
    const std::uint32_t before = (length_beats - 1) / word_beats * word_beats;
    const std::uint64_t last_but_one = turn(input, start + before);
    written = turn(input, std::max(start + length_beats, last_but_one + 1));
  }
  const std::uint64_t read = turn(output, std::max(written + 1, start + 1 + route_delay));
  return read + 2 - start;
}

}  // namespace xb::twin
