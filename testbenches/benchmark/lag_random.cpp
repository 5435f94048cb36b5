// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/benchmark/bench_patterns.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr TrialLoad kLoad{1, 2};

/// Frames without gaps, which the ideal switch does not know.
Trial trial_of(const BenchPlan& plan, const FrameSize& size) {
  BenchPlan beside_ideal = plan;
  beside_ideal.gap_bytes = 0;
  beside_ideal.config.reference = Reference::OutputQueued;
  return pattern_trial(beside_ideal, kRandomMesh, size, kLoad);
}

}  // namespace

BenchTables lag_random(const BenchPlan& plan, TrialBook& book) {
  BenchTable table{
      "lag random", "Lag behind an output-queued switch at half load: random mesh",
      fmt::format("Pattern {}: {}, at {}, without gaps. How much later frames leave than an output-queued "
                  "switch with memory for all, which has the same arrivals and takes as long while it is "
                  "empty, would let them go, in cycles; those of the second half of the trial. By rank: the "
                  "n-th beat of an output, so that the order of frames does not count.",
                  kRandomMesh.name, kRandomMesh.description, percent(kLoad.share())),
      size_columns({{"lag_mean", "lag mean", BenchFormat::Decimal},
                    {"lag_p99", "p99", BenchFormat::Whole},
                    {"lag_max", "max", BenchFormat::Whole},
                    {"lag_rank_p99", "by rank p99", BenchFormat::Whole},
                    {"lag_rank_max", "max", BenchFormat::Whole}})};
  if (plan.config.service != Service::Strict)
    return not_tested(table, "not tested: allowed with service strict");
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const TrialResult* const result = book.find(trial_of(plan, size));
    if (result == nullptr || !result->lag) return;
    const LagResult& lag = *result->lag;
    row["lag_mean"] = lag.mean;
    row["lag_p99"] = lag.p99;
    row["lag_max"] = lag.max;
    if (lag.by_rank) {
      row["lag_rank_p99"] = lag.by_rank->p99;
      row["lag_rank_max"] = lag.by_rank->max;
    }
    if (is_headline(plan, size))
      table.headlines.emplace_back(
          fmt::format("lag p99 at {}, random, {} bytes (cycles)", percent(kLoad.share()), size.bytes),
          fmt::format("{}", lag.p99));
  });
  return {table};
}

}  // namespace xb
