// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

/// A cycle that both traces have: what changed on the way to it.
struct DiffStep {
  std::uint64_t cycle = 0;
  std::vector<std::uint64_t> want, got;  ///< records
  bool equal = false;  ///< as in all steps before: GOT's records and values are WANT's; `got` is empty
};

}  // namespace xb
