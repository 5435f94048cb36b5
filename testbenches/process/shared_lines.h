// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// Lines of text that this process and its children write in turn, and this one reads: results of
/// workers. In a file that has no name, and goes with the last process.
class SharedLines {
 public:
  /// Throws RunError if there can be no such file.
  SharedLines();
  ~SharedLines();
  SharedLines(const SharedLines&) = delete;
  SharedLines& operator=(const SharedLines&) = delete;

  /// A line, whole. `line` has no newline. Throws RunError if it cannot be written.
  void add(const std::string& line) const;
  /// All that have been written, in that order; what a child has begun and not ended is none.
  [[nodiscard]] std::vector<std::string> read() const {
    at_ = 0;
    return read_more();
  }
  /// Those that have been written since the last call of both.
  [[nodiscard]] std::vector<std::string> read_more() const;

 private:
  int file_;
  mutable long at_ = 0;  // bytes that have been read
};

}  // namespace xb
