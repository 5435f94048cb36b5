// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/throughput_table.h"

#include <fmt/format.h>

namespace xb {

BenchTable throughput_table(const BenchPlan& setup, TrialBook& book, const BenchPattern& pattern,
                            const std::string& test, const std::string& title) {
  const unsigned share = pattern.share(setup.ports());
  const bool held_off = !setup.config.drop();
  std::string method = fmt::format(
      "Pattern {}: {}. The largest load at which {}, by bisection in steps of {}.", pattern.name,
      pattern.description,
      held_off
          ? "the hosts send all that they have to, and back-pressure holds off no more than half a step of it"
          : "no frame is lost",
      percent_text(setup.resolution()));
  if (share > 1)
    method +=
        fmt::format(" {} sources share one output: 100 % is 1/{} of each source's link, all of the output's.",
                    share, share);
  BenchTable table{test, title, method,
                   size_columns({{"throughput", "throughput %", BenchFormat::Percent},
                                 {"frames_per_second", "frames/s a source", BenchFormat::Whole},
                                 {"most_frames_per_second", "most possible", BenchFormat::Whole}})};
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const TrialSearch search = find_throughput(book, setup, pattern, size);
    if (search.open) return;
    const double found = static_cast<double>(search.value.value_or(0)) / setup.steps;
    const double most = setup.frames_per_second(size) / share;
    row["throughput"] = found;
    row["frames_per_second"] = found * most;
    row["most_frames_per_second"] = most;
    if (search.uneven)
      table.notes.push_back(
          fmt::format("{} bytes: a lower load than the one found had failed, too", size.bytes));
    if (is_headline(setup, size))
      table.headlines.emplace_back(fmt::format("throughput, {}, {} bytes", pattern.name, size.bytes),
                                   percent_text(found));
  });
  return table;
}

}  // namespace xb
