// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/trace/line_trace.h"
#include "host/trace/port_sink.h"
#include "testbenches/golden/golden_case.h"
#include "waves/compare/diff_result.h"

namespace xb {

struct Setup;

/// What a point did, for its golden file.
struct CaseRun {
  std::string trace;         ///< line trace from cycle 0 on
  std::uint64_t cycles = 0;  ///< that are in it
  bool stopped = false;      ///< after the cycles that were allowed: there would be more
  std::string failure;       ///< a check that was violated, as run_point() says it; empty: none
};

/// Takes down a run of at most `most_cycles` cycles; then it throws EnoughSeen.
class CaseRunSink : public PortSink {
 public:
  CaseRunSink(const SwitchShape& shape, std::uint64_t most_cycles);

  void cycle(const PortCycle& cycle) override;
  [[nodiscard]] const CaseRun& run() const { return run_; }

 private:
  LineTrace text_;
  std::uint64_t most_cycles_;
  CaseRun run_;
};

struct CaseRunRequest {
  std::uint64_t most_cycles = 0;
  bool assertions = false;  ///< of the RTL, where there is RTL
};

/// Runs a point for its line trace.
using CaseRunner = std::function<CaseRun(const Setup&, const CaseRunRequest&)>;

/// On the engine that its configuration names; of a network, the switch that is traced where none is named.
CaseRun run_case(const Setup& setup, const CaseRunRequest& request);

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

/// The log of a folder's golden files.
constexpr const char* kAcceptedLog = "ACCEPTED.md";

/// Makes or replaces the golden file of a case, from a run on the first of its engines, and adds a line with
/// `reason` to the log beside it; both whole or not at all. Returns what has changed, for people. Throws
/// InputError for a reason without a word or with a line break and for a run of more than kMostGoldenCycles;
/// RunError, and changes nothing, if a run violates a check or an assertion, or engines differ.
std::string accept_case(const GoldenCase& one, const std::string& reason,
                        const CaseRunner& runner = run_case);

}  // namespace xb
