// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "host/link/length_unit.h"
#include "host/wires/port_set.h"

namespace xb {

/// Byte times that a packet takes of its link: its bytes and the gap, but never less than its whole beats, as
/// a beat is of one packet.
constexpr std::uint64_t line_bytes(LengthUnit unit, unsigned beat_bytes, unsigned gap_bytes,
                                   unsigned length) {
  const std::uint64_t beats = std::uint64_t{unit.beats_of(length)} * beat_bytes;
  const std::uint64_t bytes = std::uint64_t{length} + gap_bytes;
  return beats > bytes ? beats : bytes;
}

/// When the link of each port is free for the next packet, where packets have gaps. A packet begins with a
/// beat, at the first that does not come before the link is free; the rest of that beat time counts for the
/// packet after it, so that packets which follow each other at once keep the link's rate exactly.
class LinePace {
 public:
  LinePace(LengthUnit unit, unsigned beat_bytes, unsigned gap_bytes)
      : unit_(unit), beat_bytes_(beat_bytes), gap_bytes_(gap_bytes) {
    cycles_per_beat_.fill(1);
  }

  /// A port's link moves a beat in every so many cycles, the multiples of it.
  void set_cycles_per_beat(unsigned port, std::uint64_t cycles) { cycles_per_beat_[port] = cycles; }

  /// A packet of that length has gone over a port's link, whose first beat was there in cycle `first` and
  /// whose last one moved in cycle `last`. Cycles in which it was held up in between hold up the link.
  void passed(unsigned port, unsigned length, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t cycles = cycles_per_beat_[port];
    std::uint64_t& free = free_[port];
    // Of the beat time before, it has had what the packet before left of it.
    if (free + cycles * beat_bytes_ <= first * beat_bytes_ || free > first * beat_bytes_)
      free = first * beat_bytes_;
    const std::uint64_t held_up = last - first - (unit_.beats_of(length) - 1) * cycles;
    free += line_bytes(unit_, beat_bytes_, gap_bytes_, length) * cycles + held_up * beat_bytes_;
    resting_ |= bit(port);
    const std::uint64_t beat = beat_bytes_ * cycles;
    free_from_[port] = (free + beat - 1) / beat * cycles;
  }
  /// The first cycle in which a port's link may begin with a packet.
  [[nodiscard]] std::uint64_t free_from(unsigned port) const { return free_from_[port]; }
  /// The ports whose link was in a gap when in_gap() was asked last, or has carried a packet since.
  [[nodiscard]] PortMask resting() const { return resting_; }
  /// The ports whose link is in a gap in cycle `now`, which never goes back.
  PortMask in_gap(std::uint64_t now) {
    for_each_port(resting_, [&](unsigned port) {
      if (free_from_[port] <= now) resting_ &= ~bit(port);
    });
    return resting_;
  }

 private:
  LengthUnit unit_;
  std::uint64_t beat_bytes_;
  unsigned gap_bytes_;
  PortMask resting_ = 0;
  std::array<std::uint64_t, kMaxPorts> cycles_per_beat_{};
  std::array<std::uint64_t, kMaxPorts> free_{};  // in byte times of a link that moves a beat a cycle
  std::array<std::uint64_t, kMaxPorts> free_from_{};
};

}  // namespace xb
