// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "host/run/run_result.h"
#include "testbenches/cost/instance_tree.h"

namespace xb {

/// Clock and longest path in what nextpnr's `--report` says; of several clocks, that which is slowest.
void read_timing(const nlohmann::ordered_json& report, const InstanceTree& tree, CostResult& cost);

}  // namespace xb
