// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace xb {

/// How a message becomes packets on the link.
struct PacketSizes {
  unsigned payload_bytes = 1;   ///< user data of a full packet
  unsigned frame_beats = 1;     ///< a full packet on the link
  unsigned width_bits = 64;     ///< of a beat
  bool whole_messages = false;  ///< one packet a message, however long

  /// Packets of a message; an empty message is one packet.
  [[nodiscard]] std::uint64_t packets(std::uint64_t message_bytes) const {
    if (whole_messages || message_bytes <= payload_bytes) return 1;
    return (message_bytes + payload_bytes - 1) / payload_bytes;
  }
  /// Beats of packet `index` of a message. A packet that carries less than a full one is shorter by the whole
  /// beats that it lacks, one that carries more is longer by what that takes; never less than one beat.
  [[nodiscard]] std::uint64_t beats(std::uint64_t message_bytes, std::uint64_t index) const {
    const std::uint64_t before = index * payload_bytes;
    std::uint64_t bytes = message_bytes - before;
    if (!whole_messages && bytes >= payload_bytes) return frame_beats;
    if (bytes > payload_bytes)
      return frame_beats + ((bytes - payload_bytes) * 8 + width_bits - 1) / width_bits;
    const std::uint64_t lacking = (payload_bytes - bytes) * std::uint64_t{8} / width_bits;
    return lacking < frame_beats ? frame_beats - lacking : 1;
  }
};

}  // namespace xb
