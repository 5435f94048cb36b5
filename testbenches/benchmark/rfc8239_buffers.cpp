// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

constexpr TrialLoad kExtraLoad{1, 100};            // of the output's link
constexpr TrialLoad kManyLoad{9998 + 100, 10000};  // of all that send to one output, together

/// One source has all of an output's link, the next one 1 % of it more; outputs in turn.
std::vector<FrameStream> two_to_one(unsigned ports, unsigned first) {
  const unsigned output = (first + 1) % ports;
  return {{first, {output}, {}}, {(first + 2) % ports, {output}, kExtraLoad}};
}

/// All others alike, 99.98 % and 1 % together.
std::vector<FrameStream> all_to_one(unsigned ports) {
  std::vector<FrameStream> streams;
  for (unsigned port = 1; port < ports; ++port)
    streams.push_back({port, {0}, {kManyLoad.num, kManyLoad.den * (ports - 1)}});
  return streams;
}

/// Long enough for an excess of less than 1 % to fill `beats`, or the whole of a shared memory.
Trial filling_trial(const BenchPlan& plan, const FrameSize& size, std::vector<FrameStream> streams,
                    std::uint64_t beats) {
  constexpr std::uint64_t kPartsExtra = 150;
  Trial trial = plan.trial(size);
  trial.streams = std::move(streams);
  trial.beats = std::max(plan.beats,
                         plan.filling_beats(std::max<std::uint64_t>(beats, plan.config.depth), kPartsExtra));
  trial.settle = 0;
  return trial;
}

Trial two_to_one_trial(const BenchPlan& plan, const FrameSize& size, unsigned first) {
  return filling_trial(plan, size, two_to_one(plan.ports(), first), 2 * plan.port_depth());
}

/// Frames that the switch held when the first one that it had no room for was sent.
std::uint64_t held_frames(const FirstLost& first) { return first.sent - first.came; }

/// What a trial says of the buffer, of two to one or all to one.
void add_buffer(BenchTable& table, nlohmann::ordered_json& row, const BenchPlan& plan, const FrameSize& size,
                const TrialResult& result, bool all) {
  const std::string name = all ? "all" : "two";
  row[name + "_occupancy"] = result.occupancy_max;
  if (!result.first_lost) return;
  const std::uint64_t frames = held_frames(*result.first_lost);
  row[name + "_frames"] = frames;
  row[name + "_bytes"] = frames * size.bytes;
  if (is_headline(plan, size))
    table.headlines.emplace_back(
        fmt::format("buffer of one output, {} to 1, {} bytes", all ? "all" : "2", size.bytes),
        fmt::format("{} bytes", frames * size.bytes));
}

/// The buffer by frame size; the size with which it is greatest, as far as all are known.
BenchTable by_size_table(const BenchPlan& plan, TrialBook& book, std::optional<FrameSize>& best) {
  BenchTable table{"rfc8239 buffering", "RFC 8239 3.2 Buffering: highest buffer efficiency, many to one",
                   "1 % more than one output's link: from one source at full load and one with 1 % "
                   "(procedure 1), and from all others, (99.98 % + 1 %) / (N - 1) each (procedure 4). The "
                   "buffer fills, and latency rises, until the first frame is lost. The extra frames until "
                   "then (sent, and not out when that frame was sent) times their size are the buffer. "
                   "Beside it the most beats that were in the switch, as it says itself.",
                   size_columns({{"two_frames", "2 to 1: frames", BenchFormat::Whole},
                                 {"two_bytes", "bytes", BenchFormat::Whole},
                                 {"two_occupancy", "most beats in switch", BenchFormat::Whole},
                                 {"all_frames", "all to 1: frames", BenchFormat::Whole},
                                 {"all_bytes", "bytes", BenchFormat::Whole},
                                 {"all_occupancy", "most beats in switch", BenchFormat::Whole},
                                 {"filled", "frames lost"}})};
  bool open = false;
  std::uint64_t most = 0;
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    bool filled = true;
    for (const bool all : {false, true}) {
      const Trial trial =
          all ? filling_trial(plan, size, all_to_one(plan.ports()), plan.port_depth() * plan.ports())
              : two_to_one_trial(plan, size, 0);
      const TrialResult* const result = book.find(trial);
      if (result == nullptr) {
        open = true;
        continue;
      }
      add_buffer(table, row, plan, size, *result, all);
      filled = filled && result->first_lost;
      const std::uint64_t bytes = result->first_lost ? held_frames(*result->first_lost) * size.bytes : 0;
      if (all || bytes <= most) continue;
      most = bytes;
      best = size;
    }
    if (!open) row["filled"] = filled ? "yes" : "no";
  });
  if (open) best.reset();
  return table;
}

/// The buffer of each output, with frames of the best size.
BenchTable by_port_table(const BenchPlan& plan, TrialBook& book, const std::optional<FrameSize>& best) {
  BenchTable table{"rfc8239 buffering", "RFC 8239 3.2 Buffering: maximum port buffer",
                   "Two to one as above at every output in turn (procedure 2), with B, the frame size above "
                   "whose buffer is greatest: the least and the greatest buffer of an output.",
                   size_columns({{"outputs", "outputs", BenchFormat::Whole},
                                 {"least_bytes", "least bytes", BenchFormat::Whole},
                                 {"greatest_bytes", "greatest", BenchFormat::Whole}})};
  if (!best) return table;
  std::uint64_t least = UINT64_MAX, greatest = 0;
  for (unsigned first = 0; first < plan.ports(); ++first) {
    const TrialResult* const result = book.find(two_to_one_trial(plan, *best, first));
    if (result == nullptr) continue;
    const std::uint64_t bytes = result->first_lost ? held_frames(*result->first_lost) * best->bytes : 0;
    least = std::min(least, bytes);
    greatest = std::max(greatest, bytes);
  }
  nlohmann::ordered_json row = size_row(*best);
  row["outputs"] = plan.ports();
  row["least_bytes"] = least;
  row["greatest_bytes"] = greatest;
  table.rows.push_back(std::move(row));
  return table;
}

}  // namespace

BenchTables rfc8239_buffering(const BenchPlan& plan, TrialBook& book) {
  constexpr unsigned kLeastPorts = 3;
  if (plan.ports() < kLeastPorts)
    return not_tested({"rfc8239 buffering", "RFC 8239 3.2 Buffering", "", size_columns({})},
                      "Not tested: it takes 3 ports.");
  std::optional<FrameSize> best;
  BenchTables tables{by_size_table(plan, book, best)};
  tables.push_back(by_port_table(plan, book, best));
  if (!plan.config.drop())
    tables[0].notes.emplace_back(
        "Under back-pressure no frame is lost: what the switch does not hold, waits at the hosts.");
  return tables;
}

namespace {

/// All but the first `outputs` ports send bursts to these, each beginning with another one.
std::vector<FrameStream> bursts(unsigned ports, unsigned outputs, std::uint64_t frames) {
  std::vector<FrameStream> streams;
  for (unsigned port = outputs; port < ports; ++port) {
    FrameStream stream{port, {}};
    for (unsigned k = 0; k < outputs; ++k) stream.destinations.push_back((port + k) % outputs);
    stream.frames = frames;
    streams.push_back(std::move(stream));
  }
  return streams;
}

/// 1, 2, and a quarter of the ports, as far as more ports send than receive.
std::vector<unsigned> output_counts(unsigned ports) {
  std::vector<unsigned> counts;
  for (const unsigned outputs : {1U, 2U, ports / 4}) {
    if (outputs >= 1 && 2 * outputs < ports && (counts.empty() || outputs > counts.back()))
      counts.push_back(outputs);
  }
  return counts;
}

}  // namespace

BenchTables rfc8239_microburst(const BenchPlan& plan, TrialBook& book) {
  std::vector<BenchColumn> columns;
  const std::vector<unsigned> counts = output_counts(plan.ports());
  for (const unsigned outputs : counts) {
    columns.push_back({fmt::format("burst_to_{}", outputs),
                       fmt::format("{} to {}: frames", plan.ports() - outputs, outputs), BenchFormat::Whole});
    columns.push_back({fmt::format("bytes_to_{}", outputs), "bytes", BenchFormat::Whole});
    columns.push_back({fmt::format("occupancy_to_{}", outputs), "most beats", BenchFormat::Whole});
  }
  BenchTable table{"rfc8239 microburst", "RFC 8239 4 Microburst",
                   "All ports but n send a burst at full load to these n, in turn: the longest burst of each "
                   "source that comes out without loss, and the most beats that were in the switch.",
                   size_columns(columns)};
  if (!plan.config.drop()) return not_tested(table, "Not tested: under back-pressure no burst is lost.");
  if (counts.empty()) return not_tested(table, "Not tested: it takes 3 ports.");
  bool limited = true;
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    for (const unsigned outputs : counts) {
      const auto trial_of = [&](std::size_t frames) {
        Trial trial = plan.trial(size);
        trial.settle = 0;
        trial.streams = bursts(plan.ports(), outputs, frames);
        return trial;
      };
      const std::size_t most = std::max<std::size_t>(2, plan.trial(size).frames_in(plan.beats));
      const auto passes = [](const TrialResult& result) { return result.lost == 0; };
      const TrialSearch search = search_largest(book, most, trial_of, passes);
      if (search.open) continue;
      const std::size_t burst = search.value.value_or(0);
      row[fmt::format("burst_to_{}", outputs)] = burst;
      row[fmt::format("bytes_to_{}", outputs)] = burst * size.bytes;
      if (search.result != nullptr)
        row[fmt::format("occupancy_to_{}", outputs)] = search.result->occupancy_max;
      limited = limited && !search.all;
      if (is_headline(plan, size) && outputs == counts.front())
        table.headlines.emplace_back(
            fmt::format("microburst, {} to 1, {} bytes, frames a source", plan.ports() - 1, size.bytes),
            fmt::format("{}", burst));
    }
  });
  if (!limited)
    table.notes.emplace_back(
        "The greatest values are bursts as long as a trial: longer ones were not tried.");
  return {table};
}

}  // namespace xb
