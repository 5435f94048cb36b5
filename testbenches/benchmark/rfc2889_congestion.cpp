// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/hol_block.h"

namespace xb {

BenchTables rfc2889_congestion(const BenchPlan& setup, TrialBook& book) {
  BenchTable table{"rfc2889 congestion", "RFC 2889 5.5 Congestion control",
                   "Four ports at full load: source 1 alternates between the outputs U and C, source 2 sends "
                   "to C alone, which makes 150 % of C's link. By the RFC, loss at U is head-of-line "
                   "blocking, and no loss at C is back-pressure. Here a rate at U below that without source "
                   "2 is blocking, too. Frames of the second half of the trial.",
                   size_columns({{"uncongested_loss", "loss at U %", BenchFormat::Percent},
                                 {"uncongested_rate", "rate at U % (50)", BenchFormat::Percent},
                                 {"congested_loss", "loss at C %", BenchFormat::Percent},
                                 {"congested_rate", "rate at C % (100)", BenchFormat::Percent},
                                 {"hol_blocking", "HOL blocking"},
                                 {"back_pressure", "back-pressure"}})};
  if (setup.ports() < hol_block_ports(1)) {
    table.notes.emplace_back("Not tested: it takes 4 ports.");
    return {table};
  }
  bool clean = true;
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    Trial trial = setup.trial(size);
    const HolBlock block = hol_block(setup.ports(), 0, 1);
    add_hol_block(trial, block);
    const TrialResult* const result = book.find(trial);
    if (result == nullptr) return;
    const HolReport report = hol_report(*result, block);
    row["uncongested_loss"] = report.uncongested_loss;
    row["uncongested_rate"] = report.uncongested_rate;
    row["congested_loss"] = report.congested_loss;
    row["congested_rate"] = report.congested_rate;
    const auto verdict = hol_verdict(trial, *result, block, book);
    if (!verdict) return;
    row["hol_blocking"] = verdict->blocked() ? "yes" : "no";
    row["back_pressure"] = report.congested_loss == 0 ? "yes" : "no";
    clean = clean && !verdict->blocked();
    if (is_headline(setup, size))
      table.headlines.emplace_back(fmt::format("RFC 2889 5.5 loss at U, {} bytes", size.bytes),
                                   percent_text(report.uncongested_loss));
  });
  if (clean)
    table.notes.emplace_back(
        "No loss at U does not prove that there is no head-of-line blocking: a FIFO with round-robin "
        "arbiters passes this test. `benchmark hol` has further sources, phases and arbiters.");
  if (!setup.config.drop())
    table.notes.emplace_back(
        "Under back-pressure nothing is lost, and blocking shows in the rate at U only, by which it is "
        "judged here: source 1 is held off.");
  return {table};
}

}  // namespace xb
