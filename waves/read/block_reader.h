// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/base/descriptor.h"

namespace xb {

/// A file (or pipe) in blocks, so that it may be larger than memory.
class BlockReader {
 public:
  /// Throws InputError: one line that names the file.
  explicit BlockReader(std::string path);

  /// What is read and not yet taken. The 8 bytes behind it may be read, too.
  [[nodiscard]] std::string_view rest() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void take(std::size_t bytes) { begin_ += bytes; }
  /// Reads on, behind the rest; false at the end of the file. Throws InputError, also where the rest is
  /// longer than anything in a trace.
  bool more();

  /// Bytes before the rest.
  [[nodiscard]] std::uint64_t offset() const { return before_ + begin_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return file_.number(); }
  /// Size of the file; 0 of a pipe.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Throws InputError that names the file and the offset `ahead` bytes behind what is taken.
  [[noreturn]] void refuse(const std::string& why, std::size_t ahead = 0) const;

 private:
  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t before_ = 0;  // bytes of the file before the buffer
};

/// "FILE: byte OFFSET: WHY".
std::string unreadable(const std::string& path, std::uint64_t offset, const std::string& why);

}  // namespace xb
