// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/length_unit.h"

namespace xb {

/// How a message becomes packets on the link.
struct PacketSizes {
  unsigned payload_bytes = 1;   ///< user data of a full packet
  unsigned frame_length = 1;    ///< a full packet on the link, in the run's unit
  unsigned width_bits = 64;     ///< of a beat
  bool whole_messages = false;  ///< one packet a message, however long
  LengthUnit unit = {};         ///< of lengths on the link

  /// Packets of a message; an empty message is one packet.
  [[nodiscard]] std::uint64_t packets(std::uint64_t message_bytes) const {
    if (whole_messages || message_bytes <= payload_bytes) return 1;
    return (message_bytes + payload_bytes - 1) / payload_bytes;
  }
  /// Length of packet `index` of a message. A packet that carries less than a full one is shorter by the
  /// whole beats, or the bytes, that it lacks, one that carries more is longer by what that takes; never less
  /// than one.
  [[nodiscard]] std::uint64_t length(std::uint64_t message_bytes, std::uint64_t index) const {
    const unsigned unit_bits = unit.in_bytes() ? 8 : width_bits;
    const std::uint64_t before = index * payload_bytes;
    std::uint64_t bytes = message_bytes - before;
    if (!whole_messages && bytes >= payload_bytes) return frame_length;
    if (bytes > payload_bytes)
      return frame_length + ((bytes - payload_bytes) * 8 + unit_bits - 1) / unit_bits;
    const std::uint64_t lacking = (payload_bytes - bytes) * std::uint64_t{8} / unit_bits;
    return lacking < frame_length ? frame_length - lacking : 1;
  }
  [[nodiscard]] std::uint64_t beats(std::uint64_t message_bytes, std::uint64_t index) const {
    return unit.beats_of(length(message_bytes, index));
  }
  /// Of a full packet.
  [[nodiscard]] unsigned frame_beats() const { return unit.beats_of(frame_length); }
};

}  // namespace xb
