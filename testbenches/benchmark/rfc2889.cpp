// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/hol_block.h"
#include "testbenches/benchmark/trial_search.h"
#include "testbenches/terminal/text_table.h"

namespace xb {

BenchTables rfc2889_meshed(const BenchPlan& plan, TrialBook& book) {
  const auto table = [&](const BenchPattern& pattern, const char* title) {
    return throughput_table(plan, book, pattern, "rfc2889 meshed", title);
  };
  BenchTables tables{table(kFullMesh, "RFC 2889 5.1 Fully meshed throughput"),
                     table(kRandomMesh, "RFC 2889 5.1 with random order: fully meshed throughput"),
                     table(kOneToMany, "RFC 2889 5.2 Partially meshed throughput, one to many"),
                     table(kManyToOne, "RFC 2889 5.2 Partially meshed throughput, many to one"),
                     table(kHalfToHalf, "RFC 2889 5.4 Partially meshed throughput, unidirectional")};
  tables[0].notes.emplace_back(
      "In the RFC's order no two ports send to one output at a time as long as all keep in step: it is no "
      "test of contention. The same with random order, below, is.");
  tables[1].notes.emplace_back(
      "Not in the RFC: the frames of each source in random order, sources at random phases. Loads at which "
      "the trial loses not one frame are below the saturation that long runs find (docs/results.md).");
  return tables;
}

namespace {

constexpr unsigned kSteps = 20;  // of the load

/// Of all outputs that frames go to.
double mean_forwarding_rate(const TrialResult& result, unsigned ports) {
  return flows_between(result, kAnyHost, kAnyHost).rate / ports;
}

BenchTable forwarding_table(const BenchPlan& plan, TrialBook& book, const BenchPattern& pattern,
                            const std::string& title) {
  BenchTable table{
      "rfc2889 forwarding", title,
      fmt::format("Pattern {}: {}. FRMOL: rate at which frames come out when the load is the most possible, "
                  "MFR: the greatest such rate of all loads in steps of {} %, and the load that has it. "
                  "Rates of an output, in the second half of the trial.",
                  pattern.name, pattern.description, 100 / kSteps),
      size_columns({{"frmol", "FRMOL %", BenchFormat::Percent},
                    {"frmol_frames_per_second", "frames/s", BenchFormat::Whole},
                    {"mfr", "MFR %", BenchFormat::Percent},
                    {"mfr_frames_per_second", "frames/s", BenchFormat::Whole},
                    {"mfr_load", "at load %", BenchFormat::Percent}})};
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    row["pattern"] = pattern.name;
    double at_most = 0, best = 0, best_load = 0;
    bool open = false;
    // From the lowest: of equal rates, the lowest load has it.
    for (unsigned step = kSteps / 2; step <= kSteps; ++step) {
      const Trial trial = pattern_trial(plan, pattern, size, {step, kSteps});
      const TrialResult* const result = book.find(trial);
      if (result == nullptr) {
        open = true;
        continue;
      }
      const double rate = mean_forwarding_rate(*result, plan.ports());
      if (rate > best) best_load = static_cast<double>(step) / kSteps;
      best = std::max(best, rate);
      if (step == kSteps) at_most = rate;
    }
    if (open) return;
    const double frames = plan.frames_per_second(size);
    row["frmol"] = at_most;
    row["frmol_frames_per_second"] = at_most * frames;
    row["mfr"] = best;
    row["mfr_frames_per_second"] = best * frames;
    row["mfr_load"] = best_load;
    if (is_headline(plan, size))
      table.headlines.emplace_back(fmt::format("FRMOL, {}, {} bytes", pattern.name, size.bytes),
                                   percent(at_most));
  });
  return table;
}

}  // namespace

BenchTables rfc2889_forwarding(const BenchPlan& plan, TrialBook& book) {
  BenchTables tables{
      forwarding_table(plan, book, kFullMesh, "RFC 2889 5.6 Maximum forwarding rate, fully meshed"),
      forwarding_table(plan, book, kRandomMesh, "RFC 2889 5.6 Maximum forwarding rate, random mesh")};
  tables[0].notes.emplace_back(
      "Forward pressure (5.6) does not arise: hosts take no beat in the gap after a frame.");
  return tables;
}

BenchTables rfc2889_congestion(const BenchPlan& plan, TrialBook& book) {
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
  if (plan.ports() < hol_block_ports(1)) return not_tested(table, "Not tested: it takes 4 ports.");
  bool clean = true;
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    Trial trial = plan.trial(size);
    const HolBlock block = hol_block(plan.ports(), 0, 1);
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
    if (is_headline(plan, size))
      table.headlines.emplace_back(fmt::format("RFC 2889 5.5 loss at U, {} bytes", size.bytes),
                                   percent(report.uncongested_loss));
  });
  if (clean)
    table.notes.emplace_back(
        "No loss at U does not prove that there is no head-of-line blocking: a FIFO with round-robin "
        "arbiters passes this test. `benchmark hol` has further sources, phases and arbiters.");
  if (!plan.config.drop())
    table.notes.emplace_back(
        "Under back-pressure nothing is lost, and blocking shows in the rate at U only, by which it is "
        "judged here: source 1 is held off.");
  return {table};
}

}  // namespace xb
