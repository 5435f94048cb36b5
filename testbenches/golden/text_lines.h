// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace xb {

/// Calls take(number, line) for every line of a text: its number, from 1 on, and what is before its end.
template <class Take>
void for_each_line(const std::string& text, Take&& take) {
  std::uint64_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    take(number, text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace xb
