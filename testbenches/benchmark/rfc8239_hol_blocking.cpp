// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/hol_block.h"

namespace xb {

BenchTables rfc8239_hol_blocking(const BenchPlan& setup, TrialBook& book) {
  constexpr unsigned kGroup = hol_block_ports(1);
  BenchTable table{
      "rfc8239 hol-blocking", "RFC 8239 5 Head-of-line blocking",
      fmt::format(
          "The block of RFC 2889 5.5 in each whole group of four ports at once ({} groups), shifted by one "
          "port until every position was tried: the least and the greatest loss at an uncongested output. A "
          "rate there below that without the congesting sources is blocking, too.",
          setup.ports() / kGroup),
      size_columns({{"positions", "positions", BenchFormat::Whole},
                    {"least_loss", "least loss at U %", BenchFormat::Percent},
                    {"greatest_loss", "greatest %", BenchFormat::Percent},
                    {"least_rate", "least rate at U % (50)", BenchFormat::Percent},
                    {"hol_blocking", "HOL blocking"}})};
  if (setup.ports() < kGroup) {
    table.notes.emplace_back("Not tested: it takes 4 ports.");
    return {table};
  }
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    double least = 1, greatest = 0, least_rate = 1;
    bool open = false, blocked = false;
    for (unsigned shift = 0; shift < setup.ports(); ++shift) {
      Trial trial = setup.trial(size);
      std::vector<HolBlock> blocks;
      for (unsigned group = 0; group < setup.ports() / kGroup; ++group)
        blocks.push_back(hol_block(setup.ports(), shift + group * kGroup, 1));
      for (const HolBlock& block : blocks) add_hol_block(trial, block);
      const TrialResult* const result = book.find(trial);
      open = open || result == nullptr;
      if (result == nullptr) continue;
      for (const HolBlock& block : blocks) {
        const HolReport report = hol_report(*result, block);
        least = std::min(least, report.uncongested_loss);
        greatest = std::max(greatest, report.uncongested_loss);
        least_rate = std::min(least_rate, report.uncongested_rate);
        const auto verdict = hol_verdict(trial, *result, block, book);
        open = open || !verdict;
        blocked = blocked || (verdict && verdict->blocked());
      }
    }
    if (open) return;
    row["positions"] = setup.ports();
    row["least_loss"] = least;
    row["greatest_loss"] = greatest;
    row["least_rate"] = least_rate;
    row["hol_blocking"] = blocked ? "yes" : "no";
    if (is_headline(setup, size))
      table.headlines.emplace_back(fmt::format("RFC 8239 5 greatest loss at U, {} bytes", size.bytes),
                                   percent_text(greatest));
  });
  return {table};
}

}  // namespace xb
