// SPDX-License-Identifier: Apache-2.0
#include "host/base/parse_number.h"

#include <cctype>

namespace xb {

std::optional<double> written_number(std::string_view text) {
  double factor = 1;
  const char last = text.empty() ? ' ' : text.back();
  for (const auto& [unit, of] : {std::pair('%', 0.01), {'K', 1e3}, {'k', 1e3}, {'M', 1e6}, {'G', 1e9}}) {
    if (last == unit) factor = of;
  }
  if (factor != 1)
    text.remove_suffix(1);
  else if (text.find_first_of("eE_") == std::string_view::npos)
    return {};  // as plain as numbers are
  std::string digits;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto is_digit = [&](std::size_t n) {
      return n < text.size() && std::isdigit(static_cast<unsigned char>(text[n])) != 0;
    };
    if (text[at] != '_')
      digits += text[at];
    else if (at == 0 || !is_digit(at - 1) || !is_digit(at + 1))
      return {};
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) return {};
  constexpr double kMost = 9007199254740992;  // 2^53
  value = last == '%' ? value / 100 : value * factor;
  return std::abs(value) <= kMost ? std::optional(value) : std::nullopt;
}

std::vector<std::string> list_parts(std::string_view list, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : list) c == separator ? void(parts.emplace_back()) : parts.back().push_back(c);
  return parts;
}

}  // namespace xb
