// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

constexpr unsigned kTenths = 10;

BenchTable loss_table(const BenchPlan& setup, TrialBook& book, const BenchPattern& pattern,
                      const std::string& title) {
  std::vector<BenchColumn> columns;
  for (unsigned tenth = kTenths; tenth > 0; --tenth)
    columns.push_back(
        {fmt::format("loss_at_{}", tenth * 10), fmt::format("{} %", tenth * 10), BenchFormat::Percent});
  BenchTable table{
      "rfc2544 frame-loss", title,
      fmt::format("Pattern {}: {}. Frames of the second half of the trial that did not come out, of those "
                  "that were due; in steps of 10 % of the load from 100 % down, until two steps lose none.",
                  pattern.name, pattern.description),
      size_columns(columns)};
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    row["pattern"] = pattern.name;
    unsigned clean = 0;
    for (unsigned tenth = kTenths; tenth > 0 && clean < 2; --tenth) {
      const Trial trial = pattern_trial(setup, pattern, size, {tenth, kTenths});
      const TrialResult* const result = book.find(trial);
      if (result == nullptr) {
        book.expect(trial, 1);
        return;
      }
      const double loss = share_missing(setup, *result);
      row[fmt::format("loss_at_{}", tenth * 10)] = loss;
      if (tenth == kTenths && is_headline(setup, size))
        table.headlines.emplace_back(
            fmt::format("frame loss at 100 %, {}, {} bytes", pattern.name, size.bytes), percent_text(loss));
      clean = passes_clean(setup, *result) ? clean + 1 : 0;
    }
  });
  return table;
}

}  // namespace

BenchTables rfc2544_frame_loss(const BenchPlan& setup, TrialBook& book) {
  return {loss_table(setup, book, port_pairs(), "RFC 2544 26.3 Frame loss rate [%]"),
          loss_table(setup, book, random_mesh(), "RFC 2544 26.3 Frame loss rate [%], random mesh")};
}

}  // namespace xb
