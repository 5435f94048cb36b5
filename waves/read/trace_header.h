// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace xb {

/// An event has no value: what is kept is how often it fired in a cycle, a number of width 0.
enum class ValueKind : std::uint8_t { Bits, Text, Real, Event };

/// Where a signal's value is kept; several names of one signal share it.
struct ValueSlot {
  ValueKind kind = ValueKind::Bits;
  std::uint32_t width = 1;  ///< bits; 0: a number without a width, kept in 64
};

/// A name of a signal.
struct TraceSignal {
  std::string path;  ///< scopes and name with dots between, as signal_path() gives them; without its range
  std::uint32_t slot = 0;
  std::int32_t left = 0;  ///< range as declared, of the most and the least significant bit
  std::int32_t right = 0;
};

enum class TraceFormat : std::uint8_t { Line, Vcd, Fst };
const char* name_of(TraceFormat format);

/// What a trace says before its values.
struct TraceHeader {
  TraceFormat format = TraceFormat::Line;
  std::vector<TraceSignal> signals;  ///< in the file's order
  std::vector<ValueSlot> slots;
  std::string time_unit;  ///< such as "1 ns"; empty in a line trace, which has no times
  std::string point;      ///< flags of the point that it is of, from a line trace's header, or empty
};

}  // namespace xb
