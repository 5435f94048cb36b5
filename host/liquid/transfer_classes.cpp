// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_classes.h"

#include <algorithm>
#include <numeric>

namespace xb {

TransferClasses::TransferClasses(const TransferSet& transfers) : order_(transfers.size()) {
  for (unsigned link = 0; link < transfers.links(); ++link) problem_.add_link(transfers.capacity(link));
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const LinkPath p = transfers.path(a);
    const LinkPath q = transfers.path(b);
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(), less);
  for (std::size_t from = 0, to = 0; from < order_.size(); from = to) {
    while (to < order_.size() && !less(order_[from], order_[to])) ++to;
    const LinkPath path = transfers.path(order_[from]);
    problem_.add_class({path.begin(), path.end()}, static_cast<unsigned>(to - from));
  }
}

std::vector<std::uint32_t> TransferClasses::spread(const std::vector<std::uint32_t>& step_of_item) const {
  std::vector<std::uint32_t> step_of(order_.size());
  for (std::size_t item = 0; item < order_.size(); ++item) step_of[order_[item]] = step_of_item[item];
  return step_of;
}

}  // namespace xb
