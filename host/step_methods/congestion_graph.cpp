// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/congestion_graph.h"

#include "host/base/errors.h"

namespace xb {
namespace {

unsigned checked_size(const TransferSet& transfers) {
  if (!transfers.unit_capacity()) {
    throw InputError(
        "congestion graph: links that carry several transfers a step are not allowed; allowed: links that "
        "are equally fast");
  }
  if (transfers.size() > CongestionGraph::kMostTransfers) {
    throw InputError("congestion graph: {} transfers are not allowed; allowed: at most {}", transfers.size(),
                     CongestionGraph::kMostTransfers);
  }
  return transfers.size();
}

}  // namespace

CongestionGraph::CongestionGraph(const TransferSet& transfers)
    : vertices_(checked_size(transfers)),
      users_(transfers.links(), vertices_),
      congesting_(vertices_, vertices_) {
  for (unsigned t = 0; t < vertices_; ++t) {
    for (const unsigned link : transfers.path(t)) add_bit(users_[link], t);
  }
  for (unsigned t = 0; t < vertices_; ++t) {
    BitRows::Word* row = congesting_[t];
    for (const unsigned link : transfers.path(t)) {
      for (unsigned w = 0; w < words(); ++w) row[w] |= users_[link][w];
    }
    remove_bit(row, t);
    edges_ += count_bits(row, words());
  }
  edges_ /= 2;  // each was counted at both ends
}

double CongestionGraph::density() const {
  const double n = vertices_;
  return vertices_ < 2 ? 0.0 : static_cast<double>(edges_) / (n * (n - 1) / 2);
}

std::optional<CongestionGraph> congestion_of(const TransferSet& transfers) {
  if (!transfers.unit_capacity() || transfers.size() > CongestionGraph::kMostTransfers) return {};
  return CongestionGraph(transfers);
}

}  // namespace xb
