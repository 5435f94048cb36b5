// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "host/wires/port_set.h"

namespace xb {

/// A value for each class that has one.
template <class Value>
using ClassValues = std::array<std::optional<Value>, kMaxClasses>;

/// Parses `CLASS:VALUE,CLASS:VALUE`, each class once. `read(text)`: a value, or nothing. Nothing if it is
/// not so.
template <class Read>
auto parse_class_values(std::string_view text, Read&& read)
    -> std::optional<ClassValues<typename decltype(read(text))::value_type>> {
  ClassValues<typename decltype(read(text))::value_type> values;
  for (;;) {
    const std::string_view item = text.substr(0, text.find(','));
    if (item.size() < 3 || item[0] < '0' || item[0] >= char{'0' + kMaxClasses} || item[1] != ':') return {};
    auto& value = values[static_cast<unsigned>(item[0] - '0')];
    if (value) return {};
    value = read(item.substr(2));
    if (!value) return {};
    if (item.size() == text.size()) return values;
    text.remove_prefix(item.size() + 1);
  }
}

/// The highest class that has a value; 0 if none has.
template <class Value>
unsigned highest_class(const ClassValues<Value>& values) {
  unsigned highest = 0;
  for (unsigned c = 0; c < kMaxClasses; ++c) highest = values[c] ? c : highest;
  return highest;
}

/// Weights of service, 1..255; of the classes that are not named it is 1.
std::optional<ClassValues<std::uint8_t>> parse_class_weights(std::string_view text);
/// Numbers 0..1: shares of the load, which add up to 1, or loads.
std::optional<ClassValues<double>> parse_class_shares(std::string_view text);
std::optional<ClassValues<double>> parse_class_loads(std::string_view text);

/// Of thresholds: 1/8, 1/4, .. 8.
inline constexpr std::array kAlphas{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
std::optional<ClassValues<double>> parse_class_alphas(std::string_view text);

/// Cycles first..end, without `end`.
struct ClassCycles {
  std::uint64_t first, end;
};
std::optional<ClassValues<ClassCycles>> parse_class_cycles(std::string_view text);

/// Lengths of a class's packets [beats].
struct ClassPacket {
  unsigned least, most;
};
std::optional<ClassValues<ClassPacket>> parse_class_packets(std::string_view text);

}  // namespace xb
