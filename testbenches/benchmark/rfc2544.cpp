// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"
#include "testbenches/terminal/text_table.h"

namespace xb {

BenchTables rfc2544_throughput(const BenchPlan& plan, TrialBook& book) {
  return {throughput_table(plan, book, kPortPairs, "rfc2544 throughput", "RFC 2544 26.1 Throughput")};
}

BenchTables rfc2544_latency(const BenchPlan& plan, TrialBook& book) {
  std::vector<BenchColumn> columns{{"load", "load %", BenchFormat::Percent}};
  for (const BenchColumn& column : latency_columns()) columns.push_back(column);
  BenchTable table{"rfc2544 latency", "RFC 2544 26.2 Latency",
                   "Ports in pairs, at the throughput of 26.1; all frames of the second half of the trial. " +
                       latency_method(),
                   size_columns(columns)};
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const TrialSearch search = find_throughput(book, plan, kPortPairs, size);
    if (search.open || !search.value) return;
    row["load"] = static_cast<double>(*search.value) / plan.steps;
    add_latency(row, *search.result);
    if (is_headline(plan, size))
      table.headlines.emplace_back(
          fmt::format("latency at throughput, pairs, {} bytes (FIFO, cycles)", size.bytes),
          fmt::format("{:.2f}", search.result->fifo.mean));
  });
  return {table};
}

namespace {

constexpr unsigned kTenths = 10;

BenchTable loss_table(const BenchPlan& plan, TrialBook& book, const BenchPattern& pattern,
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
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    row["pattern"] = pattern.name;
    unsigned clean = 0;
    for (unsigned tenth = kTenths; tenth > 0 && clean < 2; --tenth) {
      const Trial trial = pattern_trial(plan, pattern, size, {tenth, kTenths});
      const TrialResult* const result = book.find(trial);
      if (result == nullptr) {
        book.expect(trial, 1);
        return;
      }
      const double loss = share_missing(plan, *result);
      row[fmt::format("loss_at_{}", tenth * 10)] = loss;
      if (tenth == kTenths && is_headline(plan, size))
        table.headlines.emplace_back(
            fmt::format("frame loss at 100 %, {}, {} bytes", pattern.name, size.bytes), percent(loss));
      clean = passes_clean(plan, *result) ? clean + 1 : 0;
    }
  });
  return table;
}

/// All ports but one send to it, together half as much again as it takes.
Trial class_trial(const BenchPlan& plan, const FrameSize& size) {
  Trial trial = pattern_trial(plan, kManyToOne, size, {1, 1});
  for (FrameStream& stream : trial.streams)
    if (3 * stream.load.num <= 2 * stream.load.den) stream.load = {3 * stream.load.num, 2 * stream.load.den};
  return trial;
}

/// Where frames are held off, by more than half a step of the load, those that come out had been due long
/// before.
double share_missing_of_class(const BenchPlan& plan, const TrialClass& of) {
  if (of.due == 0) return 0;
  const bool held_off = (of.due - of.sent) * 2 * plan.steps > of.due;
  const auto share = [](std::uint64_t part, std::uint64_t all) {
    return static_cast<double>(part) / static_cast<double>(all);
  };
  return 1 - std::min(1.0, held_off ? share(of.in_window, of.due) : share(of.received, of.sent));
}

BenchTable class_table(const BenchPlan& plan, TrialBook& book) {
  std::vector<BenchColumn> columns;
  for (unsigned c = 0; c < plan.config.classes; ++c) {
    columns.push_back(
        {fmt::format("loss_class_{}", c), fmt::format("loss of {} %", c), BenchFormat::Percent});
    columns.push_back({fmt::format("fifo_class_{}", c), fmt::format("FIFO of {}", c), BenchFormat::Decimal});
    columns.push_back({fmt::format("p99_class_{}", c), "p99", BenchFormat::Whole});
  }
  BenchTable table{
      "rfc2544 frame-loss", "Frame loss and latency by traffic class, output at 150 %",
      fmt::format("Pattern {}: {}, together half as much again as it takes (of two ports, as much), each "
                  "port frames of all classes in turn. Of each class the frames of the second half of "
                  "the trial that did not come out, of those that were due, and the latency of the others, "
                  "FIFO [cycles].",
                  kManyToOne.name, kManyToOne.description),
      size_columns(columns)};
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const TrialResult* const result = book.find(class_trial(plan, size));
    if (result == nullptr) return;
    for (unsigned c = 0; c < result->classes.size(); ++c) {
      const TrialClass& of = result->classes[c];
      const double loss = share_missing_of_class(plan, of);
      row[fmt::format("loss_class_{}", c)] = loss;
      if (of.received == 0) continue;
      row[fmt::format("fifo_class_{}", c)] = of.fifo_mean;
      row[fmt::format("p99_class_{}", c)] = of.fifo_p99;
      if (is_headline(plan, size))
        table.headlines.emplace_back(
            fmt::format("frame loss of class {} at 150 %, many-to-one, {} bytes", c, size.bytes),
            percent(loss));
    }
  });
  return table;
}

}  // namespace

BenchTables rfc2544_frame_loss(const BenchPlan& plan, TrialBook& book) {
  BenchTables tables{loss_table(plan, book, kPortPairs, "RFC 2544 26.3 Frame loss rate [%]"),
                     loss_table(plan, book, kRandomMesh, "RFC 2544 26.3 Frame loss rate [%], random mesh")};
  if (plan.config.has_classes()) tables.push_back(class_table(plan, book));
  return tables;
}

BenchTables rfc2544_back_to_back(const BenchPlan& plan, TrialBook& book) {
  BenchTable table{"rfc2544 back-to-back", "RFC 2544 26.4 Back-to-back frames",
                   "Ports in pairs: the longest burst of frames with the least gap that comes out without "
                   "loss; no longer than a trial. Bursts that meet at an output are in RFC 8239 4.",
                   size_columns({{"burst_frames", "frames", BenchFormat::Whole},
                                 {"burst_beats", "beat times", BenchFormat::Whole},
                                 {"whole_trial", "as long as a trial"}})};
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const auto trial_of = [&](std::size_t frames) {
      Trial trial = pattern_trial(plan, kPortPairs, size, {});
      for (FrameStream& stream : trial.streams) stream.frames = frames;
      return trial;
    };
    const Trial trial = plan.trial(size);
    const std::size_t most = std::max<std::size_t>(2, trial.frames_in(plan.beats));
    const auto passes = [&](const TrialResult& result) { return passes_clean(plan, result); };
    const TrialSearch search = search_largest(book, most, trial_of, passes);
    if (search.open) return;
    row["burst_frames"] = search.value.value_or(0);
    const unsigned beat_bytes = plan.config.beat_bytes();
    row["burst_beats"] = (search.value.value_or(0) * trial.frame_line() + beat_bytes - 1) / beat_bytes;
    row["whole_trial"] = search.all ? "yes" : "no";
  });
  return {table};
}

}  // namespace xb
