// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/benchmark/bench_table.h"

namespace xb {

/// Which bits each latency is between.
std::string latency_method();
/// Latency by three conventions: least, mean, greatest [cycles].
std::vector<BenchColumn> latency_columns();
void add_latency(nlohmann::ordered_json& row, const TrialResult& result);

}  // namespace xb
