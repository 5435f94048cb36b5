// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
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

/// Keeps what a header claims within what can be read, so that a bad file takes no memory beyond that.
class HeaderLimits {
 public:
  static constexpr std::uint32_t kWidest = std::uint32_t{1} << 23U;     ///< bits of a signal
  static constexpr std::uint64_t kMostBits = std::uint64_t{1} << 30U;   ///< of all signals
  static constexpr std::uint64_t kPathBytes = std::uint64_t{1} << 29U;  ///< of all names with their scopes
  static constexpr std::size_t kLongestPath = 4096;                     ///< bytes

  /// What is wrong with one signal more, or nothing.
  std::optional<std::string> signal(const std::string& path) {
    path_bytes_ += path.size();
    if (path.size() > kLongestPath) return "a name of more than 4096 bytes with its scopes";
    if (path_bytes_ > kPathBytes) return "names of more than 2^29 bytes with their scopes";
    return {};
  }
  std::optional<std::string> slot(const ValueSlot& slot) {
    bits_ += 64 + slot.width;
    if (slot.width > kWidest) return "a signal of more than 2^23 bits";
    if (bits_ > kMostBits) return "signals of more than 2^30 bits together";
    return {};
  }

 private:
  std::uint64_t path_bytes_ = 0;
  std::uint64_t bits_ = 0;
};

}  // namespace xb
