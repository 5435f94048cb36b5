// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "host/step_methods/simultaneities.h"

namespace xb {

/// What the recursion costs until all full teams are found (Gabrielyan & Hersch, figure 4).
struct FissionCost {
  const char* name;  ///< of what is left out of it
  FissionRules rules;
  FissionCounts counts;
  double cpu_seconds;
};

/// First with nothing left out, then with the paper's reductions one by one and together, the skeleton first
/// at last. Nothing where that takes more CPU time of the process. Throws InputError for what has no
/// congestion graph.
std::optional<std::vector<FissionCost>> fission_costs(const TransferSet& transfers, double cpu_seconds);

}  // namespace xb
