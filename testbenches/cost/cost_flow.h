// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "host/point/run_settings.h"
#include "host/run/run_result.h"

namespace xb {

/// How a target counts.
using CostCount = std::optional<std::uint64_t> CostResult::*;

/// Cells of yosys that count as so many of something. The first pattern that fits counts.
struct CellKind {
  const char* pattern;  ///< as for files: SB_DFF*
  CostCount count;
  unsigned each = 1;
};

/// What yosys does for a target, and what comes of it.
struct CostFlow {
  CostTarget target;
  const char* part;      ///< in words
  const char* commands;  ///< of yosys, from the elaborated design `xb_cost_harness` on
  std::vector<CellKind> cells;
  bool placed = false;  ///< nextpnr has it
};

const CostFlow& cost_flow(CostTarget target);

/// The cells in what yosys' `stat -json` says. What the target has none of in this design is 0.
void count_cells(const CostFlow& flow, const nlohmann::ordered_json& stat, CostResult& cost);

}  // namespace xb
