// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace xb {

/// What an entry of SignalSink::declare() begins with, as a byte. Numbers of it are of 32 bits, texts end
/// with a byte 0; kinds and directions are those of GTKWave's library (fstapi.h).
enum class SignalEntry : char {
  Scope,     ///< kind, name, name of the module
  ScopeEnd,  ///< nothing
  Signal,    ///< kind, direction, bits, the number of the signal that it is another name of, or 0; its name
  Table,     ///< names of values: name, least bits, count, so many names, so many values
  TableUse   ///< the next signal's values have names: the table's number, from 1 on
};

/// Hears of the signals of a Verilated model and of their values, as bytes: the model is a library, perhaps
/// in another process.
class SignalSink {
 public:
  virtual ~SignalSink() = default;
  /// All signals, before any value.
  virtual void declare(std::string_view entries) = 0;
  /// Values from `time` on, each behind a tag of 32 bits, twice the signal's number, from 1 on: a bit as '0'
  /// or '1', a real number as its 8 bytes, a vector in bytes, its first bit highest in the first of them.
  virtual void values(std::uint64_t time, std::string_view entries) = 0;
};

}  // namespace xb
