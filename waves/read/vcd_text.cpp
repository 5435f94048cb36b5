// SPDX-License-Identifier: Apache-2.0
#include "waves/read/vcd_text.h"

#include <charconv>

namespace xb {

std::string unescaped(std::string_view escaped) {
  std::string text;
  text.reserve(escaped.size());
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '\\' || i + 1 == escaped.size()) {
      text += escaped[i];
      continue;
    }
    const char letter = escaped[++i];
    const bool hex = letter == 'x' || letter == 'X';
    if (hex || (letter >= '0' && letter <= '7')) {
      const char* const begin = escaped.data() + i + (hex ? 1 : 0);
      const std::size_t digits = hex ? 2 : 3;
      const std::size_t left = escaped.size() - static_cast<std::size_t>(begin - escaped.data());
      unsigned code = 0;
      const auto [end, error] =
          std::from_chars(begin, begin + (left < digits ? left : digits), code, hex ? 16 : 8);
      text += static_cast<char>(code);
      if (error == std::errc{}) i = static_cast<std::size_t>(end - escaped.data()) - 1;
      continue;
    }
    constexpr std::string_view kLetters = "abfnrtv", kBytes = "\a\b\f\n\r\t\v";
    const std::size_t found = kLetters.find(letter);
    text += found == std::string_view::npos ? letter : kBytes[found];
  }
  return text;
}

}  // namespace xb
