// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

/// A cycle that both traces have: what changed on the way to it.
struct DiffStep {
  std::uint64_t cycle = 0;
  std::vector<std::uint64_t> want, got;  ///< records
};

}  // namespace xb
