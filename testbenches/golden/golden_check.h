// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "testbenches/golden/case_run.h"
#include "testbenches/golden/golden_case.h"
#include "waves/compare/diff_result.h"

namespace xb {

/// One case on one engine.
struct CaseOutcome {
  const GoldenCase* of = nullptr;
  std::string engine;
  bool same = false;
  /// Why it cannot be judged, for people; empty: it was.
  std::string error;
  bool bad_input = false;  ///< that is what the error is of; else the run failed, and no cycle of it is known
  /// The first that differs; of a trace that ends too early or a run that fails, the one behind its last.
  std::uint64_t first_cycle = 0;
  std::string headline;  ///< of one that differs, one line: signal and values, or what else is wrong
  DiffResult diff;
  CaseRun run;
  std::uint64_t golden_line = 0;  ///< of the golden file, from 1 on: that of first_cycle, or its last
  double seconds = 0;             ///< it took
};

/// All of its golden file, whose cycles can be read. Throws InputError, which says how to make one.
std::string golden_text(const GoldenCase& one);

/// Runs a case on an engine and compares it with its golden file. What cannot be read or built is the
/// outcome's error: other cases go on.
CaseOutcome check_case(const GoldenCase& one, const std::string& engine, const CaseRunner& runner = run_case);

/// `got` against `want`, which the result calls by these names.
DiffResult compare_texts(const std::string& want, const std::string& want_name, const std::string& got,
                         const std::string& got_name);

/// What a run may be compared to at most; a golden file is read by people.
constexpr std::uint64_t kMostGoldenCycles = 10000;

/// What the flags of two points differ in, such as `load 0.9 there, 1.0 here`; empty: nothing. Files and
/// folders are the same wherever they are: what is in them shows in the trace.
std::string point_difference(const std::string& there, const std::string& here);

}  // namespace xb
