// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_size.h"

#include <algorithm>

namespace xb {

void ChunkSize::took(double cost, double seconds) {
  cost_ += cost;
  took_ += seconds;
}

std::size_t ChunkSize::points(std::size_t most, const std::function<double(std::size_t)>& cost) const {
  if (!is_known()) return std::min<std::size_t>(1, most);
  double sum = 0;
  for (std::size_t n = 0; n < most; ++n) {
    sum += cost(n) * took_ / cost_;
    if (sum >= seconds_) return n + 1;
  }
  return most;
}

}  // namespace xb
