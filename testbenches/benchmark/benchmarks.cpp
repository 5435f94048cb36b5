// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/benchmarks.h"

namespace xb {

const std::vector<BenchmarkTest>& benchmark_tests() {
  static const std::vector<BenchmarkTest> tests{
      {"rfc2544", "throughput", rfc2544_throughput},
      {"rfc2544", "latency", rfc2544_latency},
      {"rfc2544", "frame-loss", rfc2544_frame_loss},
      {"rfc2544", "back-to-back", rfc2544_back_to_back},
      {"rfc2889", "meshed", rfc2889_meshed},
      {"rfc2889", "forwarding", rfc2889_forwarding},
      {"rfc2889", "congestion", rfc2889_congestion},
      {"rfc8239", "line-rate", rfc8239_line_rate},
      {"rfc8239", "buffering", rfc8239_buffering},
      {"rfc8239", "microburst", rfc8239_microburst},
      {"rfc8239", "hol-blocking", rfc8239_hol_blocking},
      {"rfc8239", "incast", rfc8239_incast},
      {"hol", "arbiters", hol_arbiters},
      {"lag", "random", lag_random},
      {"ai-fabric", "all-to-all", ai_fabric_all_to_all, true},
      {"ai-fabric", "experts", ai_fabric_experts, true},
      {"ai-fabric", "all-reduce", ai_fabric_all_reduce, true},
      {"ai-fabric", "all-gather", ai_fabric_all_gather, true},
      {"ai-fabric", "reduce-scatter", ai_fabric_reduce_scatter, true},
      {"ai-fabric", "incast", ai_fabric_incast, true},
      {"ai-fabric", "two-jobs", ai_fabric_two_jobs, true},
  };
  return tests;
}

std::vector<std::string> benchmark_suites() {
  std::vector<std::string> suites;
  for (const BenchmarkTest& test : benchmark_tests()) {
    if (suites.empty() || suites.back() != test.suite) suites.push_back(test.suite);
  }
  return suites;
}

}  // namespace xb
