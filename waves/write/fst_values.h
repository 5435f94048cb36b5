// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "waves/write/value_log.h"

namespace xb {

/// Numbers as an FST has them: eight bytes, most significant first.
void put_number(std::string& to, std::uint64_t value);

/// Writes the values of an FST, block by block; each signal has what it has in a block in one run, packed.
class FstValues {
 public:
  static constexpr std::uint32_t kText = 0;  ///< length of a text

  /// The next signal, of so many bits.
  void add_signal(std::uint32_t length, bool is_real);

  /// A block of what the logs have before this time, which they forget; false: that is nothing. Logs are
  /// merged: of one time first what the first of them has.
  bool write(std::list<ValueLog>& logs, std::uint64_t before);
  [[nodiscard]] const std::string& block() const { return block_; }

  [[nodiscard]] std::uint64_t first_time() const { return first_time_; }
  [[nodiscard]] std::uint64_t last_time() const { return last_time_; }
  [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

 private:
  struct Signal {
    std::uint32_t length;  // characters of its value
    std::uint32_t bytes;   // of it in a log
    bool is_real;
    std::size_t frame;   // where it is in there
    std::uint32_t ends;  // where its changes of the block end
  };
  struct Change {
    std::uint32_t signal, time;  // time: an index, twice, and 1 more for characters
    const char* value;
  };

  std::vector<std::size_t> collect(const std::list<ValueLog>& logs, std::uint64_t before);
  void take(const ValueLog& log, std::string_view entries);
  void order();
  void put_frame();
  void put_runs();
  char* put_run(char* to, Signal& signal, const Change* const* begin, const Change* const* end);
  void put_places(const std::vector<std::int32_t>& places);
  void put_times();

  std::vector<Signal> signals_;
  std::string frame_;                 // all values at the end of the last block, a character a bit
  std::vector<std::uint64_t> times_;  // of the block
  std::vector<Change> changes_;
  std::vector<const Change*> ordered_;  // by signals
  std::size_t most_bytes_ = 0;          // of all runs
  std::uint64_t run_bytes_ = 0;
  std::string block_;
  std::uint64_t first_time_ = 0, last_time_ = 0, blocks_ = 0;
};

}  // namespace xb
