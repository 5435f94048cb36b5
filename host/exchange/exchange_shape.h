// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// What a collective moves: blocks of k packets, one for each pair of ranks (complete exchange) or one of
/// each rank for all (broadcast).
struct ExchangeShape {
  unsigned ranks;             ///< p >= 2
  std::uint32_t packets;      ///< k >= 1, packets of one block
  unsigned group_size;        ///< omega >= 1, for the group shuffle
  unsigned packet_bytes = 1;  ///< payload of a packet
  std::uint64_t seed = 1;     ///< of random orders

  [[nodiscard]] std::uint64_t block_bytes() const { return std::uint64_t{packets} * packet_bytes; }
};

}  // namespace xb
