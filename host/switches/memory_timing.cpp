// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"

#include <algorithm>
#include <numeric>

namespace xb {

namespace {

/// Cycles by which the switch's turns are ahead of the run: engines clock it so often between reset and run.
constexpr std::uint64_t kCyclesAhead = 2;
constexpr unsigned kPipeTurns = 4;

/// The first turn of a port in or after a cycle, where so many ports take turns.
std::uint64_t turn(unsigned port, std::uint64_t cycle, unsigned ports) {
  const std::uint64_t now = cycle % ports;
  return cycle + port + (port < now ? ports : 0) - now;
}

/// The input's turn for a packet's last word, or its first under cut-through, if a word may have its turn
/// `form` cycles after its last beat was taken.
std::uint64_t write_turn(const LonePacket& p, unsigned ports, std::uint64_t start, unsigned form) {
  const std::uint64_t word_beats = 2 * std::uint64_t{ports};
  const std::uint64_t length = p.length_beats;
  if (!p.store_forward || length <= word_beats)
    return turn(p.input, start + std::min(length, word_beats) + form, ports);
  // A turn writes one word. Words before the last one are as long as two turns, so only it and the one
  // before can meet at the same.
  const std::uint64_t before = (length - 1) / word_beats * word_beats;
  return turn(p.input, std::max(start + length + form, turn(p.input, start + before + form, ports) + 1),
              ports);
}

}  // namespace

std::uint64_t memory_zero_load_cycles(const LonePacket& p) {
  const std::uint64_t start = p.first_in_cycle + kCyclesAhead;
  // A word is written at the input's first turn after its last beat.
  const std::uint64_t written = write_turn(p, p.ports, start, 0);
  // It is read at a turn of the output, and the first beat is on offer two cycles later.
  return turn(p.output, std::max(written, start + p.route_delay_cycles) + 1, p.ports) + 2 - start;
}

std::uint64_t pipe_memory_zero_load_cycles(const LonePacket& p) {
  const unsigned ports = std::max(kPipeTurns, p.ports);
  const std::uint64_t start = p.first_in_cycle + kCyclesAhead;
  // A short packet's word is chosen and completed first. A turn's word is in the lists after three cycles,
  // that from which on its output looks at it, four before its first beat is on offer.
  const unsigned form = p.length_beats < ports ? 3 : 1;
  return turn(p.output, write_turn(p, ports, start, form) + 1, ports) + 7 - start;
}

unsigned turns(const SwitchConfig& c) { return c.pipeline == 0 ? c.ports : std::max(kPipeTurns, c.ports); }

std::uint64_t memory_rest_period(unsigned turns) {
  const std::uint64_t rounds = std::uint64_t{turns} * turns;
  std::uint64_t tick = 1;
  while (tick < 4 * rounds) tick *= 2;
  return std::lcm(rounds, tick);
}

std::uint64_t memory_packet_capacity(unsigned ports, std::uint64_t pool_beats) {
  const std::uint64_t word_beats = 2ULL * ports;
  return (pool_beats / word_beats + 1) * word_beats;
}

std::uint64_t wide_memory_beats(unsigned ports, std::uint64_t depth_beats, unsigned classes) {
  const std::uint64_t word_beats = 2ULL * ports;
  return depth_beats + (classes + 1ULL) * ports * word_beats;
}

}  // namespace xb
