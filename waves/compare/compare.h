// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "waves/compare/diff_result.h"

namespace xb {

/// What is compared, and how.
struct DiffOptions {
  std::string want, got;  ///< files
  std::string clock;      ///< name or path of the clock in both, or empty: found by its name
  /// Scopes that correspond, WANT's first; empty: found by the names below them.
  std::vector<std::pair<std::string, std::string>> scopes;
  std::string ignore_file;  ///< patterns of signals that may differ, or empty
  unsigned slip = 16;       ///< cycles by which GOT may be recognised as earlier or later; at most kMostSlip
  bool allow_slip = false;  ///< a recognised slip is no difference
  bool by_count = false;    ///< cycles are counted, whatever a signal `cycle` says
  std::uint64_t from = 0;   ///< cycles that are compared, both ends included
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();
  /// Called now and then: cycle reached, and the share done, 0..1, or negative where it is not known.
  std::function<void(std::uint64_t cycle, double share)> progress;

  static constexpr unsigned kMostSlip = 1024;
};

class DiffSide;
class PairLedger;
struct SignalPair;

/// Hears of two traces while they are compared, cycle by cycle in the order of their numbers.
struct DiffSink {
  /// Before the first cycle. All of these outlive the comparison.
  std::function<void(const DiffSide& want, const DiffSide& got, const std::vector<SignalPair>& pairs)> begin;
  std::function<void(const PairLedger& ledger)> both;  ///< a cycle that both have
  std::function<void(const DiffSide& side)> alone;     ///< one that only this side has
};

/// Compares two traces, both from their beginning to their end; `sink` hears of each cycle. Throws InputError
/// for a file that cannot be read, and for options that do not fit.
DiffResult compare_traces(const DiffOptions& options, const DiffSink* sink = nullptr);

/// Writes a trace as FST: its values just before each rising edge of its clock, 10 ns a cycle. `clock` as in
/// DiffOptions. Throws InputError for what cannot be read, RunError for what cannot be written.
void write_trace_fst(const std::string& trace, const std::string& clock, const std::filesystem::path& fst);

/// Writes both traces of a comparison likewise, below `want` and `got`, and what differs below `differs`: how
/// many signals, and each of `result`, which is of these options. Returns a save file for GTKWave, with the
/// marker at the first difference, that opens `name`, as the FST will be called.
std::string write_diff_fst(const DiffOptions& options, const DiffResult& result,
                           const std::filesystem::path& fst, const std::filesystem::path& name);

}  // namespace xb
