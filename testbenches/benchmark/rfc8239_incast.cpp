// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

void add_shares(nlohmann::ordered_json& row, const TrialResult& result, unsigned sources) {
  double least = 1, greatest = 0, sum = 0, squares = 0;
  for (unsigned port = 1; port <= sources; ++port) {
    const double rate = flows_between(result, port, 0).rate;
    least = std::min(least, rate);
    greatest = std::max(greatest, rate);
    sum += rate;
    squares += rate * rate;
  }
  row["fair"] = 1.0 / sources;
  row["least"] = least;
  row["greatest"] = greatest;
  row["jain"] = squares > 0 ? sum * sum / (sources * squares) : 0;
  row["total"] = sum;
}

}  // namespace

BenchTables rfc8239_incast(const BenchPlan& setup, TrialBook& book) {
  BenchTable table{"rfc8239 incast", "RFC 8239 6 Incast, without connections",
                   "N sources at full load send to one output: what each gets of the output's link (fair: "
                   "1/N), how even that is (Jain's index, 1: all alike), and the latency of what comes out, "
                   "in cycles from the first bit in to the first bit out. In the second half of the trial. "
                   "The RFC's TCP part is not tested: hosts have no connections.",
                   size_columns({{"sources", "N", BenchFormat::Whole},
                                 {"fair", "fair %", BenchFormat::Percent},
                                 {"least", "least %", BenchFormat::Percent},
                                 {"greatest", "greatest %", BenchFormat::Percent},
                                 {"jain", "Jain", BenchFormat::Decimal},
                                 {"total", "output %", BenchFormat::Percent},
                                 {"fifo_mean", "FIFO mean", BenchFormat::Decimal},
                                 {"fifo_p99", "p99", BenchFormat::Whole},
                                 {"fifo_max", "max", BenchFormat::Whole}})};
  std::vector<unsigned> counts;
  for (unsigned sources = 2; sources < setup.ports(); sources *= 2) counts.push_back(sources);
  if (setup.ports() > 2 && counts.back() != setup.ports() - 1) counts.push_back(setup.ports() - 1);
  for (const FrameSize& size : setup.sizes) {
    if (!setup.refuses(size).empty()) continue;
    for (const unsigned sources : counts) {
      Trial trial = setup.trial(size);
      for (unsigned port = 1; port <= sources; ++port) trial.streams.push_back({port, {0}});
      nlohmann::ordered_json row = size_row(size);
      row["sources"] = sources;
      const TrialResult* const result = book.find(trial);
      if (result != nullptr) {
        add_shares(row, *result, sources);
        row["fifo_mean"] = result->fifo.mean;
        row["fifo_p99"] = result->fifo_p99;
        row["fifo_max"] = result->fifo.max;
        if (is_headline(setup, size) && sources == counts.back())
          table.headlines.emplace_back(
              fmt::format("incast, {} to 1, {} bytes, Jain's index", sources, size.bytes),
              fmt::format("{:.2f}", row["jain"].get<double>()));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return {table};
}

}  // namespace xb
