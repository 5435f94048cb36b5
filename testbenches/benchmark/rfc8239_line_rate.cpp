// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/latency_columns.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

constexpr TrialLoad kNearLineRate{9998, 10000};

BenchTable line_rate_table(const BenchPlan& setup, TrialBook& book, const BenchPattern& pattern,
                           const TrialLoad& load, const std::string& title) {
  std::vector<BenchColumn> columns{{"loss", "loss %", BenchFormat::Percent}};
  for (const BenchColumn& column : latency_columns()) columns.push_back(column);
  columns.push_back({"fifo_p99", "FIFO p99", BenchFormat::Whole});
  columns.push_back({"jitter_mean", "jitter mean", BenchFormat::Decimal});
  columns.push_back({"jitter_max", "max", BenchFormat::Whole});
  BenchTable table{
      "rfc8239 line-rate", title,
      fmt::format("Pattern {}: {}, at {}. Loss (or held off), latency and jitter of the same frames, those "
                  "of the second half of the trial. {} Jitter is the packet delay variation of RFC 5481: "
                  "latency less the least of the same flow.",
                  pattern.name, pattern.description, percent_text(load.share()), latency_method()),
      size_columns(columns)};
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    row["pattern"] = pattern.name;
    row["load"] = load.share();
    const TrialResult* const result = book.find(pattern_trial(setup, pattern, size, load));
    if (result == nullptr) return;
    row["loss"] = share_missing(setup, *result);
    add_latency(row, *result);
    row["fifo_p99"] = result->fifo_p99;
    row["jitter_mean"] = result->delay_variation;
    row["jitter_max"] = result->delay_variation_max;
    if (is_headline(setup, size))
      table.headlines.emplace_back(fmt::format("latency p99 at {}, {}, {} bytes (FIFO, cycles)",
                                               percent_text(load.share()), pattern.name, size.bytes),
                                   fmt::format("{}", result->fifo_p99));
  });
  return table;
}

}  // namespace

BenchTables rfc8239_line_rate(const BenchPlan& setup, TrialBook& book) {
  return {line_rate_table(setup, book, port_pairs(), kNearLineRate, "RFC 8239 2 Line rate, ports in pairs"),
          line_rate_table(setup, book, full_mesh(), kNearLineRate, "RFC 8239 2 Line rate, full mesh"),
          line_rate_table(setup, book, random_mesh(), {1, 2},
                          "RFC 8239 2 at half load: random mesh, where frames meet")};
}

}  // namespace xb
