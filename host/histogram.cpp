// SPDX-License-Identifier: Apache-2.0
#include "host/histogram.h"

#include <algorithm>
#include <cmath>

namespace xb {

void Histogram::add_slow(std::uint64_t value, std::uint64_t weight) {
  if (value >= kArrayLimit) {
    large_[value] += weight;
    return;
  }
  counts_.resize(std::max<std::size_t>(value + 1, counts_.size() * 2));
  counts_[value] += weight;
}

std::uint64_t Histogram::quantile(double q) const {
  if (total_ == 0) return 0;
  const auto wanted =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(total_))));
  std::uint64_t seen = 0;
  for (std::uint64_t value = 0; value < counts_.size(); ++value) {
    seen += counts_[value];
    if (seen >= wanted) return value;
  }
  for (const auto& [value, weight] : large_) {
    seen += weight;
    if (seen >= wanted) return value;
  }
  return 0;
}

}  // namespace xb
