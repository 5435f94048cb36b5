// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

constexpr unsigned kSteps = 20;  // of the load

/// Of all outputs that frames go to.
double mean_forwarding_rate(const TrialResult& result, unsigned ports) {
  return flows_between(result, kAnyHost, kAnyHost).rate / ports;
}

BenchTable forwarding_table(const BenchPlan& setup, TrialBook& book, const BenchPattern& pattern,
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
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    row["pattern"] = pattern.name;
    double at_most = 0, best = 0, best_load = 0;
    bool open = false;
    // From the lowest: of equal rates, the lowest load has it.
    for (unsigned step = kSteps / 2; step <= kSteps; ++step) {
      const Trial trial = pattern_trial(setup, pattern, size, {step, kSteps});
      const TrialResult* const result = book.find(trial);
      if (result == nullptr) {
        open = true;
        continue;
      }
      const double rate = mean_forwarding_rate(*result, setup.ports());
      if (rate > best) best_load = static_cast<double>(step) / kSteps;
      best = std::max(best, rate);
      if (step == kSteps) at_most = rate;
    }
    if (open) return;
    const double frames = setup.frames_per_second(size);
    row["frmol"] = at_most;
    row["frmol_frames_per_second"] = at_most * frames;
    row["mfr"] = best;
    row["mfr_frames_per_second"] = best * frames;
    row["mfr_load"] = best_load;
    if (is_headline(setup, size))
      table.headlines.emplace_back(fmt::format("FRMOL, {}, {} bytes", pattern.name, size.bytes),
                                   percent_text(at_most));
  });
  return table;
}

}  // namespace

BenchTables rfc2889_forwarding(const BenchPlan& setup, TrialBook& book) {
  BenchTables tables{
      forwarding_table(setup, book, full_mesh(), "RFC 2889 5.6 Maximum forwarding rate, fully meshed"),
      forwarding_table(setup, book, random_mesh(), "RFC 2889 5.6 Maximum forwarding rate, random mesh")};
  tables[0].notes.emplace_back(
      "Forward pressure (5.6) does not arise: hosts take no beat in the gap after a frame.");
  return tables;
}

}  // namespace xb
