// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "waves/read/block_reader.h"

namespace xb {

/// Bytes of an FST from one place on, read within their bounds: throws InputError with the file's offset.
class FstBytes {
 public:
  /// `file`: all of it; reads from `at`, below `end`.
  FstBytes(const std::string& path, std::string_view file, std::uint64_t at, std::uint64_t end)
      : path_(path), file_(file), at_(at), end_(end) {
    if (end > file.size() || at > end) refuse("the file ends before its block does");
  }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t left() const { return end_ - at_; }
  [[nodiscard]] bool done() const { return at_ == end_; }

  std::uint8_t byte() {
    if (at_ == end_) refuse("the block ends within a number");
    return static_cast<std::uint8_t>(file_[at_++]);
  }
  /// Eight bytes, most significant first.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8U | byte();
    return value;
  }
  /// Seven bits a byte, least significant first.
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t part = byte();
      if (shift > 63) refuse("a number of more than 64 bits");
      value |= static_cast<std::uint64_t>(part & 0x7fU) << shift;
      if ((part & 0x80U) == 0) return value;
    }
  }
  std::string_view bytes(std::uint64_t count) {
    if (count > left()) refuse("the block ends before what it announces");
    const std::string_view part = file_.substr(at_, count);
    at_ += count;
    return part;
  }
  /// Up to a byte 0, which is taken too.
  std::string_view text() {
    const std::size_t end = file_.substr(0, end_).find('\0', at_);
    if (end == std::string_view::npos) refuse("the block ends within a name");
    const std::string_view part = file_.substr(at_, end - at_);
    at_ = end + 1;
    return part;
  }
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  const std::string& path_;
  std::string_view file_;
  std::uint64_t at_, end_;
};

/// What was compressed, or why not.
struct Unpacked {
  std::unique_ptr<char[]> memory;
  std::uint64_t size = 0;
  [[nodiscard]] std::string_view view() const { return {memory.get(), size}; }
};

enum class Packing : std::uint8_t { Zlib, Gzip, Lz4 };

/// Unpacks to exactly `size` bytes; what zlib packed and is just as long is as it was. `from`
/// is for messages. Throws InputError, before it takes memory that the packed bytes cannot fill.
Unpacked unpack(const FstBytes& from, std::string_view packed, std::uint64_t size, Packing packing);

}  // namespace xb
