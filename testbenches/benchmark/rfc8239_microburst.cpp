// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

/// All but the first `outputs` ports send bursts to these, each beginning with another one.
std::vector<FrameStream> bursts(unsigned ports, unsigned outputs, std::uint64_t frames) {
  std::vector<FrameStream> streams;
  for (unsigned port = outputs; port < ports; ++port) {
    FrameStream stream{port, {}};
    for (unsigned k = 0; k < outputs; ++k) stream.destinations.push_back((port + k) % outputs);
    stream.frames = frames;
    streams.push_back(std::move(stream));
  }
  return streams;
}

/// 1, 2, and a quarter of the ports, as far as more ports send than receive.
std::vector<unsigned> output_counts(unsigned ports) {
  std::vector<unsigned> counts;
  for (const unsigned outputs : {1U, 2U, ports / 4}) {
    if (outputs >= 1 && 2 * outputs < ports && (counts.empty() || outputs > counts.back()))
      counts.push_back(outputs);
  }
  return counts;
}

}  // namespace

BenchTables rfc8239_microburst(const BenchPlan& setup, TrialBook& book) {
  std::vector<BenchColumn> columns;
  const std::vector<unsigned> counts = output_counts(setup.ports());
  for (const unsigned outputs : counts) {
    columns.push_back({fmt::format("burst_to_{}", outputs),
                       fmt::format("{} to {}: frames", setup.ports() - outputs, outputs),
                       BenchFormat::Whole});
    columns.push_back({fmt::format("bytes_to_{}", outputs), "bytes", BenchFormat::Whole});
    columns.push_back({fmt::format("occupancy_to_{}", outputs), "most beats", BenchFormat::Whole});
  }
  BenchTable table{"rfc8239 microburst", "RFC 8239 4 Microburst",
                   "All ports but n send a burst at full load to these n, in turn: the longest burst of each "
                   "source that comes out without loss, and the most beats that were in the switch.",
                   size_columns(columns)};
  if (!setup.config.drop()) {
    table.notes.emplace_back("Not tested: under back-pressure no burst is lost.");
    return {table};
  }
  bool limited = true;
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    for (const unsigned outputs : counts) {
      const auto trial_of = [&](std::size_t frames) {
        Trial trial = setup.trial(size);
        trial.settle = 0;
        trial.streams = bursts(setup.ports(), outputs, frames);
        return trial;
      };
      const std::size_t most = std::max<std::size_t>(2, setup.trial(size).frames_in(setup.beats));
      const auto passes = [](const TrialResult& result) { return result.lost == 0; };
      const TrialSearch search = search_largest(book, most, trial_of, passes);
      if (search.open) continue;
      const std::size_t burst = search.value.value_or(0);
      row[fmt::format("burst_to_{}", outputs)] = burst;
      row[fmt::format("bytes_to_{}", outputs)] = burst * size.bytes;
      if (search.result != nullptr)
        row[fmt::format("occupancy_to_{}", outputs)] = search.result->occupancy_max;
      limited = limited && !search.all;
      if (is_headline(setup, size) && outputs == counts.front())
        table.headlines.emplace_back(
            fmt::format("microburst, {} to 1, {} bytes, frames a source", setup.ports() - 1, size.bytes),
            fmt::format("{}", burst));
    }
  });
  if (!limited)
    table.notes.emplace_back(
        "The greatest values are bursts as long as a trial: longer ones were not tried.");
  return {table};
}

}  // namespace xb
