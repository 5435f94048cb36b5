// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {
namespace {

constexpr unsigned kOverPercent = 101;  // of the output's link

/// Sources that have 1 % more than one output's link together: either one at full load and one with 1 %, or
/// all others alike.
std::vector<FrameStream> overload(unsigned ports, bool all) {
  if (!all) return {{1, {0}, {}}, {2, {0}, {1, 100}}};
  std::vector<FrameStream> streams;
  for (unsigned port = 1; port < ports; ++port)
    streams.push_back({port, {0}, {kOverPercent, std::uint64_t{100} * (ports - 1)}});
  return streams;
}

}  // namespace

BenchTables rfc8239_buffering(const BenchSetup& setup, TrialBook& book) {
  BenchTable table;
  table.test = "rfc8239 buffering";
  table.title = "RFC 8239 3 Buffering";
  table.method =
      "101 % of one output's link: from one source at full load and one with 1 % (3.2), and from all others "
      "alike (3.4). The buffer fills until frames are lost, and the latency stops to rise: its rise is the "
      "buffer that one output can use, in frames that leave meanwhile. Beside it the most beats that were in "
      "the switch, as it says itself.";
  table.columns = size_columns({{"two_frames", "2 to 1: frames", BenchFormat::Whole},
                                {"two_bytes", "bytes", BenchFormat::Whole},
                                {"two_occupancy", "most beats in switch", BenchFormat::Whole},
                                {"all_frames", "all to 1: frames", BenchFormat::Whole},
                                {"all_bytes", "bytes", BenchFormat::Whole},
                                {"all_occupancy", "most beats in switch", BenchFormat::Whole},
                                {"filled", "frames lost"}});
  if (setup.ports() < 3) {
    table.notes.push_back("Not tested: it takes 3 ports.");
    return {table};
  }
  const auto fill = [&](const FrameSize& size, nlohmann::ordered_json& row) {
    bool open = false;
    bool filled = true;
    for (const bool all : {false, true}) {
      Trial trial = setup.trial(size);
      trial.streams = overload(setup.ports(), all);
      // An excess of 1 % fills what all ports have, or the whole of a shared memory, and half as much again.
      const std::uint64_t beats = setup.port_depth() * (all ? setup.ports() : 2U);
      const std::uint64_t whole = std::max<std::uint64_t>(beats, setup.config.depth);
      trial.beats = std::max<std::uint64_t>(setup.beats, whole * 150);
      trial.settle = 0;
      const TrialResult* const result = book.find(trial);
      if (result == nullptr) {
        open = true;
        continue;
      }
      const std::string name = all ? "all" : "two";
      const auto rise = static_cast<std::uint64_t>(result->fifo.max - result->fifo.min);
      const std::uint64_t frames = trial.frames_in(rise / setup.config.speedup);
      row[name + "_frames"] = frames;
      row[name + "_bytes"] = frames * size.bytes;
      row[name + "_occupancy"] = result->occupancy_max;
      filled = filled && result->lost > 0;
      if (is_headline(setup, size))
        table.headlines.emplace_back(
            fmt::format("buffer of one output, {} to 1, {} bytes", all ? "all" : "2", size.bytes),
            fmt::format("{} bytes", frames * size.bytes));
    }
    if (!open) row["filled"] = filled ? "yes" : "no";
  };
  add_size_rows(table, setup, fill);
  if (!setup.config.drop())
    table.notes.push_back(
        "Under back-pressure no frame is lost: what the switch does not hold, waits at the "
        "hosts.");
  return {table};
}

}  // namespace xb
