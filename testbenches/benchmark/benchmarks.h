// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/trial_book.h"

namespace xb {

using BenchTables = std::vector<BenchTable>;
/// The tables of a test, as far as the book knows the trials; what is missing is wanted.
using RunBenchmark = BenchTables(const BenchPlan& plan, TrialBook& book);

/// A test of the trade.
struct BenchmarkTest {
  std::string suite;  ///< `rfc2544`
  std::string name;   ///< `throughput`
  RunBenchmark* run;
  /// It measures a fabric: not a part of a switch's data sheet, and allowed on a network.
  bool of_fabric = false;
};

/// All, in the order of a data sheet.
const std::vector<BenchmarkTest>& benchmark_tests();
/// Their suites: rfc2544 ... ai-fabric.
std::vector<std::string> benchmark_suites();

// Each in a file of its suite's name, or of its own.
RunBenchmark rfc2544_throughput, rfc2544_latency, rfc2544_frame_loss, rfc2544_back_to_back;
RunBenchmark rfc2889_meshed, rfc2889_forwarding, rfc2889_congestion;
RunBenchmark rfc8239_line_rate, rfc8239_buffering, rfc8239_microburst, rfc8239_hol_blocking, rfc8239_incast;
RunBenchmark hol_arbiters, lag_random;
RunBenchmark ai_fabric_all_to_all, ai_fabric_experts, ai_fabric_all_reduce, ai_fabric_all_gather,
    ai_fabric_reduce_scatter, ai_fabric_incast, ai_fabric_two_jobs;

}  // namespace xb
