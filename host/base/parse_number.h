// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <string_view>
#include <type_traits>

namespace xb {

/// Parses the whole of `text` as a decimal number within low..high: no blanks, no hexadecimal, no sign `+`,
/// nothing after it. False, and `out` as it was, otherwise.
template <class T>
bool parse_number(std::string_view text, double low, double high, T& out) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) return false;
  }
  if (value < static_cast<T>(low) || value > static_cast<T>(high)) return false;
  out = value;
  return true;
}

}  // namespace xb
