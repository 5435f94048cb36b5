// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "host/base/parse_number.h"
#include "host/wires/port_set.h"

namespace xb {

/// A value for each class that has one.
template <class Value>
using ClassValues = std::array<std::optional<Value>, kMaxClasses>;

/// Parses `NUMBER:VALUE,NUMBER:VALUE`, each number below `count` and once. `read(text)`: a value, or nothing.
/// Nothing if it is not so.
template <std::size_t count, class Read>
auto parse_numbered_values(std::string_view text, Read&& read)
    -> std::optional<std::array<decltype(read(text)), count>> {
  std::array<decltype(read(text)), count> values;
  for (const std::string_view item : list_parts(text)) {
    const std::string_view number = item.substr(0, item.find(':'));
    std::size_t at = 0;
    if (number.size() + 2 > item.size() || (number.size() > 1 && number[0] == '0') ||
        !parse_number(number, 0, count - 1, at) || values[at])
      return {};
    values[at] = read(item.substr(number.size() + 1));
    if (!values[at]) return {};
  }
  return values;
}
template <class Read>
auto parse_class_values(std::string_view text, Read&& read) {
  return parse_numbered_values<kMaxClasses>(text, read);
}

/// The highest number, such as a class, that has a value; 0 if none has.
template <class Value, std::size_t count>
unsigned highest_number(const std::array<std::optional<Value>, count>& values) {
  unsigned highest = 0;
  for (unsigned n = 0; n < count; ++n) highest = values[n] ? n : highest;
  return highest;
}

/// Weights of service, 1..255; of the classes that are not named it is 1.
std::optional<ClassValues<std::uint8_t>> parse_class_weights(std::string_view text);
/// Packets in a turn of an input, 1..15; of the inputs that are not named it is 1.
constexpr std::size_t kWeightedInputs = 16;
std::optional<std::array<std::optional<std::uint8_t>, kWeightedInputs>> parse_input_weights(
    std::string_view text);
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
/// FIRST..END
std::optional<ClassCycles> parse_cycles(std::string_view text);
std::optional<ClassValues<ClassCycles>> parse_class_cycles(std::string_view text);

/// Lengths of a class's packets [beats].
struct ClassPacket {
  unsigned least, most;
};
std::optional<ClassValues<ClassPacket>> parse_class_packets(std::string_view text);

}  // namespace xb
