// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/liquid/liquid_solver.h"
#include "host/liquid/transfer_set.h"
#include "host/step_methods/simultaneities.h"

namespace xb {

/// When a search gives up; 0: never.
struct PaperSearchLimits {
  double cpu_seconds = 0;        ///< of the process
  std::uint64_t categories = 0;  ///< the same on every machine
};

struct PaperSearchResult {
  LiquidVerdict verdict = LiquidVerdict::Open;  ///< None: all was searched
  StepSchedule schedule;
  FissionCounts fission;        ///< found: teams tried
  std::uint64_t dead_ends = 0;  ///< reduced traffics without a liquid schedule
  unsigned most_steps = 0;      ///< the most teams that were found in a row
  double cpu_seconds = 0;
};

/// The search for a liquid schedule of Gabrielyan & Hersch, section 4: the first step is one of the full
/// teams of the traffic, the next one of what that leaves, whose bottlenecks are more, and so on, with
/// backtracking. Throws InputError for what has no congestion graph.
PaperSearchResult paper_search(const TransferSet& transfers, const PaperSearchLimits& limits = {},
                               FissionRules rules = {});

}  // namespace xb
