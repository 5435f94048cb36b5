// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "waves/read/block_reader.h"
#include "waves/read/trace_header.h"

namespace xb {

/// The slots of a VCD's id codes: those of up to three characters, which most are, in a table.
class VcdIds {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  [[nodiscard]] std::uint32_t find(const char* id, std::size_t length) const {
    if (length <= 3) {
      const std::size_t at = place(id, length);
      return at < short_.size() ? short_[at] : kNone;
    }
    const auto found = long_.find({id, length});
    return found == long_.end() ? kNone : found->second;
  }
  void add(std::string_view id, std::uint32_t slot) {
    if (id.size() > 3) {
      long_.emplace(id, slot);
      return;
    }
    const std::size_t at = place(id.data(), id.size());
    if (at >= short_.size()) short_.resize(at + 1, kNone);
    short_[at] = slot;
  }

 private:
  static constexpr std::size_t kCharacters = 256 - ' ';

  static std::size_t place(const char* id, std::size_t length) {
    std::size_t at = 0;  // writers count up in the first character, so that neighbours are near each other
    while (length > 0) at = kCharacters * at + static_cast<unsigned char>(id[--length]) - ' ';
    return at;
  }
  std::vector<std::uint32_t> short_;
  std::unordered_map<std::string, std::uint32_t> long_;
};

/// What stands between the words of a VCD.
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

/// The text that a VCD writes as `escaped`: \n, \\, \040, \x20 and the like stand for bytes.
std::string unescaped(std::string_view escaped);

/// Reads a VCD up to `$enddefinitions $end`. Throws InputError with file and offset.
void read_vcd_header(BlockReader& file, TraceHeader& header, VcdIds& ids);

}  // namespace xb
