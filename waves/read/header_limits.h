// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "waves/read/trace_header.h"

namespace xb {

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
