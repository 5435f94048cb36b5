// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "waves/read/trace_reader.h"
#include "waves/read/value_store.h"

namespace xb {

/// One of the two traces while they are compared: its values at the current cycle, and what changed.
class DiffSide {
 public:
  /// Reads the header and finds the clock, called `clock` unless that is empty.
  DiffSide(const std::string& path, const std::string& clock);

  [[nodiscard]] const TraceHeader& header() const { return reader_.header(); }
  [[nodiscard]] const std::string& path() const { return reader_.path(); }
  [[nodiscard]] double share() { return reader_.share(); }
  /// Of the header's signals; none in a line trace.
  [[nodiscard]] std::optional<std::size_t> clock() const { return clock_; }
  [[nodiscard]] std::optional<std::size_t> cycle_signal() const { return cycle_signal_; }

  /// From here on cycles; numbered by the signal `cycle` if `by_number`, else from 0 on.
  void start(bool by_number);
  /// Goes to the next cycle; false at the end.
  bool next();
  /// The same in parts: reads a sample, and takes what it says; false where its cycle has no number yet.
  bool read();
  bool take();
  /// At the end: takes what changed at the last edge and after it.
  void take_rest();
  /// Instead of take(): `other` has taken an equal sample, and all samples before were equal; values() are
  /// then the other's, until catch_up().
  void follow(const DiffSide& other);
  /// Takes over the values of `other`, which has not taken its sample yet.
  void catch_up(const DiffSide& other) { values_.copy(other.values_); }
  [[nodiscard]] bool has_equal_sample(const DiffSide& other) const {
    return sample_.words == other.sample_.words;
  }
  /// The slot of the number of cycles; none if they are counted.
  [[nodiscard]] std::optional<std::uint32_t> number_slot() const;

  [[nodiscard]] bool at_end() const { return at_end_; }
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }
  [[nodiscard]] std::uint64_t first_cycle() const { return first_cycle_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] std::uint64_t time() const { return sample_.time; }
  [[nodiscard]] const ValueStore& values() const { return values_; }

  /// Changes since the last forget(), and the slots that are in them.
  [[nodiscard]] std::vector<std::uint64_t>& words() { return words_; }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }
  [[nodiscard]] const std::vector<std::uint32_t>& changed() const { return changed_; }
  void forget();

 private:
  void number_cycle();

  TraceReader reader_;
  std::optional<std::size_t> clock_, cycle_signal_;
  ValueStore values_;
  Sample sample_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> changed_;
  std::vector<bool> is_changed_;
  bool by_number_ = false;
  bool at_end_ = false;
  std::uint64_t cycle_ = 0, first_cycle_ = 0, cycles_ = 0;
};

}  // namespace xb
