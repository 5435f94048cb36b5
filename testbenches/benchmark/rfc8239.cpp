// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/hol_block.h"
#include "testbenches/benchmark/trial_search.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr TrialLoad kNearLineRate{9998, 10000};

BenchTable line_rate_table(const BenchPlan& plan, TrialBook& book, const BenchPattern& pattern,
                           const TrialLoad& load, const std::string& title) {
  std::vector<BenchColumn> columns{{"loss", "loss %", BenchFormat::Percent}};
  for (const BenchColumn& column : latency_columns()) columns.push_back(column);
  columns.push_back({"fifo_p99", "FIFO p99", BenchFormat::Whole});
  columns.push_back({"jitter_mean", "jitter mean", BenchFormat::Decimal});
  columns.push_back({"jitter_max", "max", BenchFormat::Whole});
  BenchTable table{
      "rfc8239 line-rate", title,
      fmt::format("Pattern {}: {}, at {}. Loss (or held off), latency and jitter of the same frames, those "
                  "of the second half of the trial. {} Jitter is the packet delay variation of RFC 5481: "
                  "latency less the least of the same flow.",
                  pattern.name, pattern.description, percent(load.share()), latency_method()),
      size_columns(columns)};
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    row["pattern"] = pattern.name;
    row["load"] = load.share();
    const TrialResult* const result = book.find(pattern_trial(plan, pattern, size, load));
    if (result == nullptr) return;
    row["loss"] = share_missing(plan, *result);
    add_latency(row, *result);
    row["fifo_p99"] = result->fifo_p99;
    row["jitter_mean"] = result->delay_variation;
    row["jitter_max"] = result->delay_variation_max;
    if (is_headline(plan, size))
      table.headlines.emplace_back(fmt::format("latency p99 at {}, {}, {} bytes (FIFO, cycles)",
                                               percent(load.share()), pattern.name, size.bytes),
                                   fmt::format("{}", result->fifo_p99));
  });
  return table;
}

}  // namespace

BenchTables rfc8239_line_rate(const BenchPlan& plan, TrialBook& book) {
  return {line_rate_table(plan, book, kPortPairs, kNearLineRate, "RFC 8239 2 Line rate, ports in pairs"),
          line_rate_table(plan, book, kFullMesh, kNearLineRate, "RFC 8239 2 Line rate, full mesh"),
          line_rate_table(plan, book, kRandomMesh, {1, 2},
                          "RFC 8239 2 at half load: random mesh, where frames meet")};
}

BenchTables rfc8239_hol_blocking(const BenchPlan& plan, TrialBook& book) {
  constexpr unsigned kGroup = hol_block_ports(1);
  BenchTable table{
      "rfc8239 hol-blocking", "RFC 8239 5 Head-of-line blocking",
      fmt::format(
          "The block of RFC 2889 5.5 in each whole group of four ports at once ({} groups), shifted by one "
          "port until every position was tried: the least and the greatest loss at an uncongested output. A "
          "rate there below that without the congesting sources is blocking, too.",
          plan.ports() / kGroup),
      size_columns({{"positions", "positions", BenchFormat::Whole},
                    {"least_loss", "least loss at U %", BenchFormat::Percent},
                    {"greatest_loss", "greatest %", BenchFormat::Percent},
                    {"least_rate", "least rate at U % (50)", BenchFormat::Percent},
                    {"hol_blocking", "HOL blocking"}})};
  if (plan.ports() < kGroup) return not_tested(table, "Not tested: it takes 4 ports.");
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    double least = 1, greatest = 0, least_rate = 1;
    bool open = false, blocked = false;
    for (unsigned shift = 0; shift < plan.ports(); ++shift) {
      Trial trial = plan.trial(size);
      std::vector<HolBlock> blocks;
      for (unsigned group = 0; group < plan.ports() / kGroup; ++group)
        blocks.push_back(hol_block(plan.ports(), shift + group * kGroup, 1));
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
    row["positions"] = plan.ports();
    row["least_loss"] = least;
    row["greatest_loss"] = greatest;
    row["least_rate"] = least_rate;
    row["hol_blocking"] = blocked ? "yes" : "no";
    if (is_headline(plan, size))
      table.headlines.emplace_back(fmt::format("RFC 8239 5 greatest loss at U, {} bytes", size.bytes),
                                   percent(greatest));
  });
  return {table};
}

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

/// That of what came out, where sources were held off.
void add_fifo_latency(nlohmann::ordered_json& row, const TrialResult& result) {
  const bool held = result.sent != result.due;
  const TrialLatency& fifo = held ? result.out_fifo : result.fifo;
  row["fifo_mean"] = fifo.mean;
  row["fifo_p99"] = held ? result.out_fifo_p99 : result.fifo_p99;
  row["fifo_max"] = fifo.max;
}

}  // namespace

BenchTables rfc8239_incast(const BenchPlan& plan, TrialBook& book) {
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
  for (unsigned sources = 2; sources < plan.ports(); sources *= 2) counts.push_back(sources);
  if (counts.empty()) return not_tested(table, "Not tested: it takes 3 ports.");
  if (counts.back() != plan.ports() - 1) counts.push_back(plan.ports() - 1);
  for (const FrameSize& size : plan.sizes) {
    if (!plan.refuses(size).empty()) continue;
    for (const unsigned sources : counts) {
      Trial trial = plan.trial(size);
      for (unsigned port = 1; port <= sources; ++port) trial.streams.push_back({port, {0}});
      nlohmann::ordered_json row = size_row(size);
      row["sources"] = sources;
      const TrialResult* const result = book.find(trial);
      if (result != nullptr) {
        add_shares(row, *result, sources);
        add_fifo_latency(row, *result);
        if (is_headline(plan, size) && sources == counts.back())
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
