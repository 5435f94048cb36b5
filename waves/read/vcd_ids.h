// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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
    return find_long({id, length});
  }
  void add(std::string_view id, std::uint32_t slot) {
    if (id.size() > 3) {
      if (id.size() <= 8)
        middle_.emplace(packed(id), slot);
      else
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
  static std::uint64_t packed(std::string_view id) {
    std::uint64_t all = 0;
    for (const char c : id) all = all << 8U | static_cast<unsigned char>(c);
    return all;
  }
  [[nodiscard]] std::uint32_t find_long(std::string_view id) const {
    if (id.size() <= 8) {
      const auto found = middle_.find(packed(id));
      return found == middle_.end() ? kNone : found->second;
    }
    const auto found = long_.find(id);
    return found == long_.end() ? kNone : found->second;
  }

  std::vector<std::uint32_t> short_;
  std::unordered_map<std::uint64_t, std::uint32_t> middle_;
  std::map<std::string, std::uint32_t, std::less<>> long_;
};

}  // namespace xb
