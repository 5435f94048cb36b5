// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/point/run_settings.h"
#include "host/run/run_result.h"

namespace xb {

struct Setup;

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

/// How nextpnr places and routes a circuit.
struct Placement {
  unsigned seed = 1;
  std::string router = "router1";  ///< or router2
};

/// What the switch of a point costs in the hardware of its key `cost`, by yosys and nextpnr: seconds to
/// minutes, and nothing if it was worked out before from the same RTL by the same versions. Throws
/// InputError, one line, where yosys is missing or does not read a user's modules.
CostResult cost_of(const Setup& setup, const Placement& placement = {});

}  // namespace xb
