// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/schedule.h"

namespace xb {

/// Complete exchange (all-to-all personalized): every rank sends `packets` packets to every other one.
struct ExchangeShape {
  unsigned ranks;             ///< p >= 2
  std::uint32_t packets;      ///< k >= 1, packets of one block
  unsigned group_size;        ///< omega >= 1, for the group shuffle
  unsigned packet_bytes = 1;  ///< payload of a packet

  [[nodiscard]] std::uint64_t block_bytes() const { return std::uint64_t{packets} * packet_bytes; }
};

/// Pairing of `rank` in `round` by the edge colouring of the complete graph; -1: idle (odd p only).
/// Rounds 1..p-1 (even p) or 1..p (odd p) pair everyone with everyone once. Tam & Wang 2000, Fig. 1.
int edge_color(unsigned round, unsigned rank, unsigned ranks);

/// Rounds that the edge colouring needs: p-1 for even p, p for odd p.
unsigned edge_color_rounds(unsigned ranks);

/// Pairing by exclusive or; -1 where the partner does not exist. Rounds 1..2^ceil(log2 p)-1.
int xor_partner(unsigned round, unsigned rank, unsigned ranks);
unsigned xor_rounds(unsigned ranks);

/// Builds the schedule of that name: shift, pairwise, pairwise-xor, sync-shuffle or group-shuffle.
Schedule make_complete_exchange(const std::string& name, const ExchangeShape& shape);

}  // namespace xb
