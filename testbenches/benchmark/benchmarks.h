// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/trial_book.h"

namespace xb {

/// A test of the trade.
struct BenchmarkTest {
  std::string suite;  ///< `rfc2544`
  std::string name;   ///< `throughput`
  /// Its tables, as far as the book knows the trials; what is missing is wanted.
  std::vector<BenchTable> (*run)(const BenchPlan& setup, TrialBook& book);
  /// It measures a fabric: not a part of a switch's data sheet, and allowed on a network.
  bool of_fabric = false;
};

/// All, in the order of a data sheet.
const std::vector<BenchmarkTest>& benchmark_tests();
/// Their suites: rfc2544 ... ai-fabric.
std::vector<std::string> benchmark_suites();

// Each in a file of its name.
using BenchTables = std::vector<BenchTable>;
BenchTables rfc2544_throughput(const BenchPlan& setup, TrialBook& book);
BenchTables rfc2544_latency(const BenchPlan& setup, TrialBook& book);
BenchTables rfc2544_frame_loss(const BenchPlan& setup, TrialBook& book);
BenchTables rfc2544_back_to_back(const BenchPlan& setup, TrialBook& book);
BenchTables rfc2889_meshed(const BenchPlan& setup, TrialBook& book);
BenchTables rfc2889_forwarding(const BenchPlan& setup, TrialBook& book);
BenchTables rfc2889_congestion(const BenchPlan& setup, TrialBook& book);
BenchTables rfc8239_line_rate(const BenchPlan& setup, TrialBook& book);
BenchTables rfc8239_buffering(const BenchPlan& setup, TrialBook& book);
BenchTables rfc8239_microburst(const BenchPlan& setup, TrialBook& book);
BenchTables rfc8239_hol_blocking(const BenchPlan& setup, TrialBook& book);
BenchTables rfc8239_incast(const BenchPlan& setup, TrialBook& book);
BenchTables hol_arbiters(const BenchPlan& setup, TrialBook& book);
BenchTables lag_random(const BenchPlan& setup, TrialBook& book);
// In ai_fabric.cpp.
BenchTables ai_fabric_all_to_all(const BenchPlan& setup, TrialBook& book);
BenchTables ai_fabric_experts(const BenchPlan& setup, TrialBook& book);
BenchTables ai_fabric_all_reduce(const BenchPlan& setup, TrialBook& book);
BenchTables ai_fabric_all_gather(const BenchPlan& setup, TrialBook& book);
BenchTables ai_fabric_reduce_scatter(const BenchPlan& setup, TrialBook& book);
BenchTables ai_fabric_incast(const BenchPlan& setup, TrialBook& book);
BenchTables ai_fabric_two_jobs(const BenchPlan& setup, TrialBook& book);

}  // namespace xb
