// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/trip.h"

#include <algorithm>

namespace xb {

void TripStore::give(std::vector<std::uint32_t>& free) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (free_.empty()) {
    const auto first = static_cast<std::uint32_t>(blocks_.size() * kBlock);
    blocks_.push_back(std::make_unique<Trip[]>(kBlock));
    for (std::uint32_t n = kBlock; n-- > 0;) free_.push_back(first + n);
  }
  const auto begin = free_.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(kBlock, free_.size()));
  free.insert(free.end(), begin, free_.end());
  free_.erase(begin, free_.end());
}

void TripStore::take_back(std::vector<std::uint32_t>& free) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto half = free.begin() + static_cast<std::ptrdiff_t>(free.size() / 2);
  free_.insert(free_.end(), free.begin(), half);
  free.erase(free.begin(), half);
}

}  // namespace xb
