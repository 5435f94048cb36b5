// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace xb {

/// A number as people write it, in digits alone: `1_000_000`, `1K`, `2M`, `3G` (thousands), `1e6` of whole
/// numbers, `90%`. Nothing if it is not one of these, or more than 2^53.
std::optional<double> written_number(std::string_view text);

/// Parses the whole of `text` as a decimal number within low..high, or as written_number(): no blanks, no
/// hexadecimal, no sign `+`, nothing after it. False, and `out` as it was, otherwise.
template <class T>
bool parse_number(std::string_view text, double low, double high, T& out) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    const auto written = written_number(text);
    if (!written || *written < low || *written > high) return false;
    value = static_cast<T>(*written);
    if (static_cast<double>(value) != *written) return false;
  }
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) return false;
  }
  if (value < static_cast<T>(low) || value > static_cast<T>(high)) return false;
  out = value;
  return true;
}

/// The same of `7`, or of `8..11`: of two numbers the second is no less than the first.
template <class T>
bool parse_range(std::string_view text, double low, double high, T& first, T& last) {
  const auto dots = text.find("..");
  if (!parse_number(text.substr(0, dots), low, high, first)) return false;
  last = first;
  return dots == std::string_view::npos ||
         parse_number(text.substr(dots + 2), static_cast<double>(first), high, last);
}

/// The parts of a list with commas, or others, between them: one more than there are of these.
std::vector<std::string> list_parts(std::string_view list, char separator = ',');

}  // namespace xb
