// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/config/setup.h"
#include "host/run/run_result.h"

namespace xb {

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
