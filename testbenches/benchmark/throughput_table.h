// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {

/// Throughput by frame size of a pattern, searched in steps of the resolution.
BenchTable throughput_table(const BenchPlan& setup, TrialBook& book, const BenchPattern& pattern,
                            const std::string& test, const std::string& title);

}  // namespace xb
