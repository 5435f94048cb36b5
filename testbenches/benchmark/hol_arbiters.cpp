// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/config/key_use.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/hol_block.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// Congesting sources a little slower than their links, each by as much more, as clocks of several testers
/// are: in the course of a trial each phase comes.
void let_drift(Trial& trial) {
  constexpr std::uint64_t kPercent = 100;
  for (std::size_t n = 1; n < trial.streams.size(); ++n) trial.streams[n].load = {kPercent - n, kPercent};
}

/// The arbiters to try, if the switch has a choice: all but the last, which without weights is the first.
std::vector<std::string> arbiters_of(const RunConfig& config) {
  if (!uses_key(config, "arbiter")) return {"-"};
  constexpr auto all = words(Arbitration{});
  static_assert(std::size_t{static_cast<unsigned>(Arbitration::Weighted)} + 1 == all.size());
  return {all.begin(), all.end() - 1};
}

/// What the rows of one arbiter say, beyond the numbers.
struct ArbiterVerdict {
  bool block_loses = false, block_lowers = false;  // RFC 2889's own, one congesting source in step
  bool other_loses = false, other_lowers = false;  // any other
  double worst_loss = 0;                           // at U
  double least_rate = 1, rate_alone = 0.5;         // of U; without congestion, of that row
};

void add_row(ArbiterVerdict& arbiter, const HolReport& report, const HolVerdict& row, bool is_block) {
  (is_block ? arbiter.block_loses : arbiter.other_loses) |= row.loses;
  (is_block ? arbiter.block_lowers : arbiter.other_lowers) |= row.lowers;
  arbiter.worst_loss = std::max(arbiter.worst_loss, report.uncongested_loss);
  if (report.uncongested_rate >= arbiter.least_rate) return;
  arbiter.least_rate = report.uncongested_rate;
  arbiter.rate_alone = row.rate_alone.value_or(report.uncongested_rate);
}

/// What happens to U's frames, in words.
std::string suffers(bool loses, bool lowers, const ArbiterVerdict& verdict) {
  const std::string rate =
      fmt::format("U gets as little as {} of its link, {} if the congesting sources are silent",
                  percent(verdict.least_rate), percent(verdict.rate_alone));
  if (loses && lowers) return "loses frames for U; " + rate;
  return loses ? "loses frames for U" : rate;
}

std::string verdict_note(const std::string& arbiter, const ArbiterVerdict& v) {
  const std::string name = arbiter == "-" ? "This switch" : "Arbiter " + arbiter;
  const bool block = v.block_loses || v.block_lowers, other = v.other_loses || v.other_lowers;
  if (v.block_loses)
    return fmt::format("{}: fails RFC 2889 5.5: {}.", name,
                       suffers(true, v.block_lowers || v.other_lowers, v));
  if (block)
    return fmt::format(
        "{}: U is blocked in RFC 2889's own block, which passes by the RFC's rule, since nothing is lost "
        "there: {}.",
        name, suffers(v.other_loses, true, v));
  if (other)
    return fmt::format(
        "{}: passes RFC 2889 5.5 (one congesting source, in step), and in other rows {}: a pass of the RFC's "
        "block does not prove that U is safe. docs/benchmarks.md says why.",
        name, suffers(v.other_loses, v.other_lowers, v));
  return name + ": no loss at U in any row, and no lower rate at U than without congestion.";
}

/// A row of the table, and its verdict added to the arbiter's; false: not all trials are known.
bool add_trial(BenchTable& table, ArbiterVerdict& verdict, const BenchPlan& plan, TrialBook& book,
               const std::string& arbiter, unsigned congesting, bool drifting) {
  const FrameSize size = *first_size(plan);
  Trial trial = plan.trial(size);
  if (arbiter != "-") trial.config.arbiter = *find_choice<Arbitration>(arbiter);
  const HolBlock block = hol_block(plan.ports(), 0, congesting);
  add_hol_block(trial, block);
  if (drifting) let_drift(trial);
  nlohmann::ordered_json& row = table.rows.emplace_back(size_row(size));
  row["arbiter"] = arbiter;
  row["congesting"] = congesting;
  row["phases"] = drifting ? "drifting" : "in step";
  const TrialResult* const result = book.find(trial);
  if (result == nullptr) return false;
  const HolReport report = hol_report(*result, block);
  row["uncongested_loss"] = report.uncongested_loss;
  row["uncongested_rate"] = report.uncongested_rate;
  row["congested_loss"] = report.congested_loss;
  const double senders = congesting + 1;
  row["hol_fraction"] = result->hol * plan.ports() / senders;
  if (plan.config.has_device()) row["hol_at_hosts"] = result->hol_at_hosts * plan.ports() / senders;
  const auto blocked = hol_verdict(trial, *result, block, book);
  if (blocked) add_row(verdict, report, *blocked, congesting == 1 && !drifting);
  return blocked.has_value();
}

}  // namespace

BenchTables hol_arbiters(const BenchPlan& plan, TrialBook& book) {
  BenchTable table{
      "hol arbiters", "Head-of-line blocking beyond RFC 2889 5.5",
      "The block of RFC 2889 5.5 with K congesting sources, all in step, or these slower by 1 %, 2 %, ..., "
      "so that phases drift; and with each arbiter that the switch has. K = 1 in step is the RFC's. C loses "
      "about 1 - 1/(K + 0.5). U is blocked if it loses frames, or gets less than with the congesting sources "
      "silent. Beside what a tester sees: the share of the sending inputs' cycles in which the switch itself "
      "says that a head of line was blocked while a packet behind it could have moved.",
      size_columns({{"arbiter", "arbiter"},
                    {"congesting", "K", BenchFormat::Whole},
                    {"phases", "phases"},
                    {"uncongested_loss", "loss at U %", BenchFormat::Percent},
                    {"uncongested_rate", "rate at U % (50)", BenchFormat::Percent},
                    {"congested_loss", "loss at C %", BenchFormat::Percent},
                    {"hol_fraction", "HOL-blocked cycles %", BenchFormat::Percent}})};
  if (plan.config.has_device()) {
    table.columns.push_back({"hol_at_hosts", "blocked at the hosts %", BenchFormat::Percent});
    table.method +=
        " Of a device also that share at the hosts, where the blocked packets wait in front of it.";
  }
  if (first_size(plan) == nullptr || plan.ports() < hol_block_ports(1))
    return not_tested(table, "Not tested: it takes 4 ports, and a frame that fits.");
  for (const std::string& arbiter : arbiters_of(plan.config)) {
    ArbiterVerdict verdict;
    bool open = false;
    for (unsigned congesting = 1;
         congesting <= kMostCongesting && hol_block_ports(congesting) <= plan.ports(); ++congesting) {
      for (const bool drifting : {false, true})
        open |= !add_trial(table, verdict, plan, book, arbiter, congesting, drifting);
    }
    if (open) continue;
    table.notes.push_back(verdict_note(arbiter, verdict));
    if (arbiter != "-" && arbiter != word(plan.config.arbiter)) continue;
    table.headlines.emplace_back(fmt::format("worst loss at U, K = 1..{}", kMostCongesting),
                                 percent(verdict.worst_loss));
    table.headlines.emplace_back(fmt::format("least rate at U, K = 1..{}", kMostCongesting),
                                 percent(verdict.least_rate));
  }
  return {table};
}

}  // namespace xb
