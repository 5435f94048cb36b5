// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/run/run_result.h"
#include "testbenches/experiment/bisection.h"
#include "testbenches/experiment/search_goal.h"

namespace xb {

/// What a search looks at in a point's result.
struct Measured {
  double offered_load = 0;  ///< as it was drawn in this run
  Estimate throughput, loss;
  std::uint64_t offered_packets = 0;
  std::uint64_t measured_cycles = 0;
  std::uint64_t overflowed_packets = 0;  ///< of flow pfc
  bool exact = false;  ///< all of a capture or schedule was run, from its beginning to its end: no intervals
};
Measured measured_in(const RunResult& result, const RunConfig& config);

/// Whether a point reaches the goal (docs/studies.md#searches); `spacing` is the distance to the nearest
/// other value of the searched key. Undecided where the whole 95 % interval does not say the same, or is
/// unknown; what is exact is decided.
Answer answer_of(const SearchGoal& goal, const Measured& measured, double spacing);

}  // namespace xb
