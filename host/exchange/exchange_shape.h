// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/base/units.h"
#include "host/exchange/stepped_exchange.h"
#include "host/liquid/transfer_steps.h"

namespace xb {

/// What a collective moves: blocks of k packets, one for each pair of ranks (complete exchange) or one of
/// each rank for all (broadcast); and what its schedule may know of the network.
struct ExchangeShape {
  unsigned ranks;             ///< p >= 2
  std::uint32_t packets;      ///< k >= 1, packets of one block
  unsigned group_size;        ///< omega >= 1, for the group shuffle
  unsigned packet_bytes = 1;  ///< payload of a packet
  std::uint64_t seed = 1;     ///< of random orders and lengths
  /// The switch of each rank; those that have ranks are numbered 0, 1, .. Empty: one switch.
  std::vector<unsigned> switch_of_rank = {};
  /// These switches in the order of the logical ring. Empty: 0, 1, ..
  std::vector<unsigned> switch_ring = {};
  /// What schedules in steps know of the network: the transfers of the ranks over its links, or those that
  /// are asked for instead of a complete exchange. Null: one switch, all of them.
  std::shared_ptr<const TransferSteps> steps = {};
  StepEnd step_end = StepEnd::Order;
  std::uint64_t step_ns = 0;   ///< with StepEnd::Time
  Seconds liquid_time = {};    ///< of all transfers over the busiest link
  Seconds transfer_time = {};  ///< of a block on the slowest link
  double message_spread = 0;   ///< 0..1: lengths of blocks differ, see block_bytes(source, destination)
  /// Packets of the block from each rank to each one, by source * ranks + destination (tokens_by_pair());
  /// empty: k of all.
  std::vector<std::uint32_t> tokens = {};

  [[nodiscard]] std::uint64_t block_bytes() const { return std::uint64_t{packets} * packet_bytes; }
  /// Whether the blocks of a complete exchange may have different lengths.
  [[nodiscard]] bool is_uneven() const { return message_spread > 0 || !tokens.empty(); }
  /// Of a complete exchange, the block from one rank to another: its tokens, or uniform in
  /// (1 +- message_spread) of k packets, in whole bytes, drawn from (seed, source, destination) alone.
  [[nodiscard]] std::uint64_t block_bytes(unsigned source, unsigned destination) const;
};

/// The ranks of one switch, in ascending order.
struct RankGroup {
  unsigned number = 0;  ///< of the switch
  std::vector<unsigned> ranks = {};

  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(ranks.size()); }
  [[nodiscard]] unsigned operator[](unsigned index) const { return ranks[index]; }
};

/// The ranks of each switch; of one where no switches are known.
std::vector<RankGroup> switch_groups(const ExchangeShape& shape);

/// The same in the order of the logical ring.
std::vector<RankGroup> ring_groups(const ExchangeShape& shape);

/// The switch of each rank, also where the shape leaves it out.
std::vector<unsigned> switch_of_ranks(const ExchangeShape& shape);

/// Ranks switch by switch: the first so many are on switch 0, ..
std::vector<unsigned> switch_by_switch(const std::vector<unsigned>& ranks_on_switch);

}  // namespace xb
