// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/config/key_use.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/hol_block.h"

namespace xb {
namespace {

constexpr unsigned kMostCongesting = 3;

/// Congesting sources a little slower than their links, each by as much more, as clocks of several testers
/// are: in the course of a trial each phase comes.
void let_drift(Trial& trial) {
  constexpr std::uint64_t kPercent = 100;
  for (std::size_t n = 1; n < trial.streams.size(); ++n) trial.streams[n].load = {kPercent - n, kPercent};
}

/// The arbiters to try: all, if the switch has a choice.
std::vector<std::string> arbiters_of(const RunConfig& config) {
  if (!uses_key(config, "arbiter")) return {"-"};
  return {"round-robin", "random", "oldest"};
}

/// What the rows say, beyond the numbers.
struct HolVerdict {
  bool passes_block = false;  // RFC 2889's own, one congesting source in step
  bool fails_other = false;   // any other
};

std::string trap_note(const std::string& arbiter, const HolVerdict& verdict) {
  const std::string name = arbiter == "-" ? "This switch" : "Arbiter " + arbiter;
  if (verdict.passes_block && verdict.fails_other)
    return name +
           ": passes RFC 2889 5.5 (one congesting source, in step), and loses frames for U in other rows: a "
           "pass of the RFC's block does not prove that U is safe. docs/benchmarks.md says why.";
  if (verdict.passes_block) return name + ": no loss at U in any row.";
  return name + ": fails RFC 2889 5.5.";
}

}  // namespace

BenchTables hol_arbiters(const BenchSetup& setup, TrialBook& book) {
  BenchTable table;
  table.test = "hol arbiters";
  table.title = "Head-of-line blocking beyond RFC 2889 5.5";
  table.method =
      "The block of RFC 2889 5.5 with K congesting sources, all in step, or these slower by 1 %, 2 %, ..., "
      "so "
      "that phases drift; and with each arbiter that the switch has. K = 1 in step is the RFC's. C loses "
      "about "
      "1 - 1/(K + 0.5). Beside what a tester sees: the share of the sending inputs' cycles in which the "
      "switch itself says that a head of line was blocked while a packet behind it could have moved.";
  table.columns = size_columns({{"arbiter", "arbiter"},
                                {"congesting", "K", BenchFormat::Whole},
                                {"phases", "phases"},
                                {"uncongested_loss", "loss at U %", BenchFormat::Percent},
                                {"uncongested_rate", "rate at U % (50)", BenchFormat::Percent},
                                {"congested_loss", "loss at C %", BenchFormat::Percent},
                                {"hol_fraction", "HOL-blocked cycles %", BenchFormat::Percent}});
  const FrameSize* const size = first_size(setup);
  if (size == nullptr || setup.ports() < hol_block_ports(1)) {
    table.notes.push_back("Not tested: it takes 4 ports, and a frame that fits.");
    return {table};
  }
  for (const std::string& arbiter : arbiters_of(setup.config)) {
    HolVerdict verdict;
    double worst = 0;
    bool open = false;
    for (unsigned congesting = 1;
         congesting <= kMostCongesting && hol_block_ports(congesting) <= setup.ports(); ++congesting) {
      for (const bool drifting : {false, true}) {
        Trial trial = setup.trial(*size);
        if (arbiter != "-") trial.config.arbiter = arbiter;
        const HolBlock block = hol_block(setup.ports(), 0, congesting);
        add_hol_block(trial, block);
        if (drifting) let_drift(trial);
        nlohmann::ordered_json row = size_row(*size);
        row["arbiter"] = arbiter;
        row["congesting"] = congesting;
        row["phases"] = drifting ? "drifting" : "in step";
        const TrialResult* const result = book.find(trial);
        open = open || result == nullptr;
        if (result != nullptr) {
          const HolReport report = hol_report(*result, block);
          row["uncongested_loss"] = report.uncongested_loss;
          row["uncongested_rate"] = report.uncongested_rate;
          row["congested_loss"] = report.congested_loss;
          row["hol_fraction"] = result->hol * setup.ports() / (congesting + 1);
          const bool blocked = report.uncongested_loss > 0;
          if (congesting == 1 && !drifting)
            verdict.passes_block = !blocked;
          else
            verdict.fails_other = verdict.fails_other || blocked;
          worst = std::max(worst, report.uncongested_loss);
        }
        table.rows.push_back(std::move(row));
      }
    }
    if (open) continue;
    table.notes.push_back(trap_note(arbiter, verdict));
    if (arbiter == "-" || arbiter == setup.config.arbiter)
      table.headlines.emplace_back(fmt::format("worst loss at U, K = 1..{}", kMostCongesting),
                                   percent_text(worst));
  }
  return {table};
}

}  // namespace xb
