// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"

#include <algorithm>

namespace xb {

std::uint64_t memory_zero_load_cycles(const LonePacket& p) {
  // Cycles by which the switch's turns are ahead of the run: engines clock it so often between reset and run.
  constexpr std::uint64_t kCyclesAhead = 2;
  // The first turn of a port in or after a cycle.
  const auto turn = [&](unsigned port, std::uint64_t cycle) {
    return cycle + (port + p.ports - cycle % p.ports) % p.ports;
  };
  const std::uint64_t start = p.first_in_cycle + kCyclesAhead;
  const std::uint64_t word_beats = 2 * std::uint64_t{p.ports};
  const std::uint64_t length = p.length_beats;
  // A word is written at the input's first turn after its last beat.
  std::uint64_t written = turn(p.input, start + std::min(length, word_beats));
  if (p.store_forward && length > word_beats) {
    // A turn writes one word. Words before the last one are as long as two turns, so only it and the one
    // before can meet at the same.
    const std::uint64_t before = (length - 1) / word_beats * word_beats;
    written = turn(p.input, std::max(start + length, turn(p.input, start + before) + 1));
  }
  // It is read at a turn of the output, and the first beat is on offer two cycles later.
  return turn(p.output, std::max(written, start + p.route_delay_cycles) + 1) + 2 - start;
}

std::uint64_t memory_packet_capacity(unsigned ports, std::uint64_t pool_beats) {
  const std::uint64_t word_beats = 2ULL * ports;
  return (pool_beats / word_beats + 1) * word_beats;
}

std::uint64_t wide_memory_beats(unsigned ports, std::uint64_t depth_beats) {
  const std::uint64_t word_beats = 2ULL * ports;
  return depth_beats + 2ULL * ports * word_beats;
}

}  // namespace xb
