// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/latency_columns.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {

BenchTables rfc2544_latency(const BenchPlan& setup, TrialBook& book) {
  std::vector<BenchColumn> columns{{"load", "load %", BenchFormat::Percent}};
  for (const BenchColumn& column : latency_columns()) columns.push_back(column);
  BenchTable table{"rfc2544 latency", "RFC 2544 26.2 Latency",
                   "Ports in pairs, at the throughput of 26.1; all frames of the second half of the trial. " +
                       latency_method(),
                   size_columns(columns)};
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const TrialSearch search = find_throughput(book, setup, port_pairs(), size);
    if (search.open || !search.value) return;
    row["load"] = static_cast<double>(*search.value) / setup.steps;
    add_latency(row, *search.result);
    if (is_headline(setup, size))
      table.headlines.emplace_back(
          fmt::format("latency at throughput, pairs, {} bytes (FIFO, cycles)", size.bytes),
          fmt::format("{:.2f}", search.result->fifo.mean));
  });
  return {table};
}

}  // namespace xb
