// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "host/link/packet_lengths.h"
#include "host/point/given.h"

namespace xb {

/// Clock of a switch where nothing else says one: 10 Gb/s by 64 bits.
constexpr double kUsualClockMhz = 156.25;

/// The packets of a point.
struct PacketConfig {
  unsigned packet_min = 1;                            // beats, or bytes
  unsigned packet_max = 1;                            // likewise
  bool packet_in_bytes = false;                       // the unit of these
  bool packet_given = false;                          // `packet` was set: not the cluster's frame
  std::optional<Given<parse_packet_mix>> packet_mix;  // empty: all lengths of these alike

  /// Their lengths, in that unit.
  [[nodiscard]] PacketLengths packet_lengths() const {
    return {packet_min, packet_max, packet_mix ? **packet_mix : PacketMix{}};
  }
};

/// How fast links are.
struct LinkConfig {
  unsigned gap_bytes = 0;  // that a packet costs its link beyond its own, where lengths are bytes
  double clock = 0;        // of the switch [MHz], for times of frames; 0: the device's, or the usual one
  double link_rate = 0;    // [Gb/s], which the clock is to give; 0: the clock is given
};

}  // namespace xb
