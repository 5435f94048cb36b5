// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "waves/read/trace_header.h"

namespace xb {

/// One of the two traces.
struct DiffFile {
  std::string path;
  TraceFormat format = TraceFormat::Line;
  std::string time_unit;         ///< empty in a line trace
  std::string clock;             ///< path, empty in a line trace
  std::string point;             ///< flags of the point that it is of, or empty
  std::string seed;              ///< of these, or empty
  std::uint64_t cycles = 0;      ///< compared or not
  std::uint64_t first = 0;       ///< cycle
  std::uint64_t last = 0;        ///< cycle
  std::size_t signals = 0;       ///< names
  std::size_t not_compared = 0;  ///< names that the other has not, and need not have
};

/// What the traces say of themselves, and differs.
struct ShapeDifference {
  enum class Kind : std::uint8_t { Missing, Extra, Width, Kind, TimeUnit, Length } kind;
  std::string path;  ///< of the signal; `$timescale` or `$cycles` for the whole file
  std::string want, got;
};
const char* name_of(ShapeDifference::Kind kind);

/// A signal whose values differ.
struct SignalDifference {
  std::string want_path, got_path;
  std::uint32_t width = 0;  ///< 0: text, real or number
  std::uint64_t first_cycle = 0;
  std::uint64_t cycles = 0;  ///< in which it differs
  std::size_t aliases = 0;   ///< further names of the same signal
};

/// The values of a signal, as hexadecimal digits or text, and decoded.
struct ValueText {
  std::string raw;      ///< `8'h1f`, `2>1#43`
  std::string decoded;  ///< `31`, or empty where it says no more
};

struct FirstDifference {
  SignalDifference signal;
  std::uint64_t cycle = 0;
  std::uint64_t want_time = 0, got_time = 0;  ///< of the clock's edge, in the file's unit
  ValueText want, got;
};

/// What goes on around the first difference: the signals of that port, and those that differ with it.
struct DiffWindow {
  struct Cell {
    std::string want, got;  ///< equal where they do not differ
    bool differs = false;
  };
  struct Row {
    std::uint64_t cycle = 0;
    std::vector<Cell> cells;  ///< one for each signal
  };
  std::vector<std::string> signals;  ///< paths in WANT
  std::vector<Row> rows;             ///< cycles in order
};

/// A pattern of the list of what is ignored, and what it hid.
struct IgnoredDifferences {
  std::string pattern, reason;
  std::size_t signals = 0;   ///< that differ in values or shape
  std::uint64_t cycles = 0;  ///< sum over them
};

struct DiffResult {
  bool same = false;
  DiffFile want, got;
  std::string want_scope, got_scope;  ///< that correspond; both empty: all names as they are
  std::size_t signals_compared = 0;   ///< names
  std::uint64_t cycles_compared = 0;
  std::uint64_t cycles_differing = 0;  ///< with a difference that is not ignored
  bool aligned_by_number = false;      ///< else the first cycle of one is the first of the other
  std::vector<ShapeDifference> shape;  ///< not ignored
  std::optional<FirstDifference> first;
  std::vector<SignalDifference> signals;  ///< not ignored, by their first cycle
  DiffWindow window;
  std::vector<IgnoredDifferences> ignored;
  /// Cycles by which GOT is later than WANT (negative: earlier), all signals: with that all else is equal.
  std::optional<int> slip;
  /// Of traces that are the same: signals, not ignored, that differ at the end of the files. What changed at
  /// the last edge of the clock and after it is in no cycle, and not compared.
  std::vector<std::string> after_last_edge;
  bool slip_not_looked_for = false;  ///< the traces have too many bits for that
};

}  // namespace xb
