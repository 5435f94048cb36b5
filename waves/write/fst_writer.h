// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "waves/write/fst_file.h"

namespace xb {

/// A source of an FST file: scopes and signals first, then their values in the order of time. A value that
/// has not changed takes no room.
class FstWriter {
 public:
  using Signal = std::size_t;
  static constexpr Signal kNone = ~Signal{0};
  /// Names of values, from 0 on.
  using Names = std::vector<std::string>;

  /// The file outlives it.
  explicit FstWriter(FstFile& file) : file_(file), log_(file.add_log()) {}

  void open_scope(const std::string& name);
  void close_scope();
  /// A vector, of 1 to 64 bits but for set_digits(); with names it shows them. Unknown (x) until a value is
  /// given.
  Signal add(const std::string& name, unsigned bits, const Names& names = {});
  Signal add_text(const std::string& name);
  Signal add_real(const std::string& name);
  /// Another name of a signal; the values go to the first.
  Signal add_name(const std::string& name, Signal of);

  /// From now on values are of this time, later than the last one.
  void at(std::uint64_t time) { file_.at(log_, time); }
  void set(Signal signal, std::uint64_t value);
  void set_unknown(Signal signal);
  void set_text(Signal signal, const std::string& text);
  void set_real(Signal signal, double number);
  /// A vector of any number of bits as 0, 1, x and z, the most significant first; for signals that are set so
  /// only.
  void set_digits(Signal signal, const std::string& digits);

 private:
  struct Entry {
    std::uint32_t handle;
    unsigned bits;  // 0: text
    unsigned type;  // of GTKWave's
    std::uint64_t value = 0;
    bool known = false;
    bool given = false;     // a text; a vector is unknown to begin with
    std::string text = {};  // or digits, or the bytes of a number
  };

  Signal declare(const std::string& name, unsigned type, unsigned bits, std::uint32_t alias);
  bool is_new(Signal signal, const std::string& text);

  FstFile& file_;
  ValueLog& log_;
  std::vector<Entry> entries_;
  std::vector<std::pair<const void*, std::uint32_t>> tables_;  // names that are in the file
};

}  // namespace xb
