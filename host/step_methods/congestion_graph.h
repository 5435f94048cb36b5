// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/liquid/bit_rows.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// The congestion graph of a traffic (Gabrielyan & Hersch, annex B): a vertex for each transfer, an edge
/// between two that share a link. A schedule is a colouring of it.
class CongestionGraph {
 public:
  static constexpr unsigned kMostTransfers = 16384;  ///< a matrix of 32 MB

  /// Throws InputError unless all links carry one transfer a step (else congestion is not between two), and
  /// for more than kMostTransfers.
  explicit CongestionGraph(const TransferSet& transfers);

  [[nodiscard]] unsigned vertices() const { return vertices_; }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }
  /// Edges, of all that there could be: 0..1; 0 below two vertices.
  [[nodiscard]] double density() const;

  /// Words of a set of transfers.
  [[nodiscard]] unsigned words() const { return congesting_.words(); }
  /// The transfers that congest with this one; not itself.
  [[nodiscard]] const BitRows::Word* congesting(unsigned transfer) const { return congesting_[transfer]; }
  /// The transfers that use a link.
  [[nodiscard]] const BitRows::Word* users(unsigned link) const { return users_[link]; }

 private:
  unsigned vertices_;
  std::uint64_t edges_ = 0;
  BitRows users_, congesting_;
};

/// The congestion graph, where there is one that is not too large.
std::optional<CongestionGraph> congestion_of(const TransferSet& transfers);

/// DSATUR (Brelaz 1979) on the congestion graph: next is the transfer that congests with those of the most
/// steps, of these the one that congests with the most others that have none. Throws InputError for what has
/// no congestion graph.
StepSchedule dsatur_steps(const TransferSet& transfers);

}  // namespace xb
