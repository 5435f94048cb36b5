// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial.h"

namespace xb {

/// A switch to test, on engine fast, with flow drop.
inline RunConfig bench_config(const std::string& switch_name, unsigned ports, std::uint32_t depth) {
  RunConfig config = usual_bench_config(switch_name, ports);
  config.depth = depth;
  config.engine = Engine::Fast;
  return config;
}

/// Without a gap unless it is given: then a link is full if every beat is.
inline BenchPlan small_bench(const RunConfig& config, std::vector<unsigned> bytes, unsigned steps,
                             std::uint64_t beats, unsigned gap_bytes = 0) {
  BenchFlags flags;
  flags.gap_bytes = gap_bytes;
  flags.bytes = std::move(bytes);
  flags.steps = steps;
  flags.beats = beats;
  return bench_plan(config, flags);
}

/// A test's tables, all of its trials run here.
inline BenchTables tables_of(BenchTables (*test)(const BenchPlan&, TrialBook&), const BenchPlan& plan) {
  TrialBook book;
  for (;;) {
    book.ask_again();
    BenchTables tables = test(plan, book);
    if (book.wanted().empty()) return tables;
    const std::vector<Trial> wanted = book.wanted();
    for (const Trial& trial : wanted) book.learn(trial, run_trial(trial));
  }
}

/// Whether some note of a table has these words.
inline bool notes_say(const BenchTable& table, const std::string& words) {
  const auto has = [&](const std::string& note) { return note.find(words) != std::string::npos; };
  return std::any_of(table.notes.begin(), table.notes.end(), has);
}

}  // namespace xb
