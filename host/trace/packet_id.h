// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/link/packet.h"

namespace xb {

/// What a trace calls a packet: `src>dst#seq`, with classes `src>dst#seq/class`.
struct PacketId {
  std::uint8_t source = 0, destination = 0;  ///< ports
  std::uint32_t number = 0;                  ///< among the packets from source to destination, modulo 2^18
  std::optional<std::uint8_t> of_class{};  ///< of traffic, if there are several; each has numbers of its own

  static PacketId of(const PacketHeader& header) {
    return {static_cast<std::uint8_t>(header.source), static_cast<std::uint8_t>(header.destination),
            header.sequence};
  }
  friend bool operator==(const PacketId& a, const PacketId& b) {
    return a.source == b.source && a.destination == b.destination && a.number == b.number &&
           a.of_class == b.of_class;
  }
  friend bool operator!=(const PacketId& a, const PacketId& b) { return !(a == b); }
};

}  // namespace xb
