// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "testbenches/benchmark/bench_patterns.h"
#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/trial_book.h"

namespace xb {

/// The largest of the values 1, 2, ... with which a trial passes.
struct TrialSearch {
  bool open = true;                     ///< trials are missing
  std::optional<std::size_t> value;     ///< nothing: not even 1
  bool all = false;                     ///< the last value, too
  bool uneven = false;                  ///< a smaller value had failed
  const TrialResult* result = nullptr;  ///< of `value`
};

/// Bisects the values 1..count (at least 2).
TrialSearch search_largest(TrialBook& book, std::size_t count,
                           const std::function<Trial(std::size_t value)>& trial_of,
                           const std::function<bool(const TrialResult&)>& passes);

/// No frame is lost, and the hosts could send what they had to: what is held off by back-pressure until the
/// end is no more than half a step of the resolution.
bool passes_clean(const BenchPlan& plan, const TrialResult& result);

/// Share of the frames that were due and did not come out, lost in the switch or held off; 0 of a trial that
/// passes.
double share_missing(const BenchPlan& plan, const TrialResult& result);

/// RFC 2544 26.1: the largest load without loss, in steps of 1 / plan.steps of what the outputs can take.
TrialSearch find_throughput(TrialBook& book, const BenchPlan& plan, const BenchPattern& pattern,
                            const FrameSize& size);

/// Throughput by frame size of a pattern, searched in steps of the resolution.
BenchTable throughput_table(const BenchPlan& plan, TrialBook& book, const BenchPattern& pattern,
                            const std::string& test, const std::string& title);

}  // namespace xb
