// SPDX-License-Identifier: Apache-2.0
#include "host/point/class_values.h"

#include <algorithm>
#include <cmath>

#include "host/base/parse_number.h"
#include "host/link/packet.h"

namespace xb {

namespace {

std::optional<std::uint8_t> parse_weight(std::string_view text, unsigned most) {
  unsigned weight = 0;
  if (!parse_number(text, 1, most, weight)) return {};
  return static_cast<std::uint8_t>(weight);
}

}  // namespace

std::optional<ClassValues<std::uint8_t>> parse_class_weights(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) { return parse_weight(value, 255); });
}

std::optional<std::array<std::optional<std::uint8_t>, kWeightedInputs>> parse_input_weights(
    std::string_view text) {
  return parse_numbered_values<kWeightedInputs>(
      text, [](std::string_view value) { return parse_weight(value, 15); });
}

std::optional<ClassValues<double>> parse_class_loads(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) -> std::optional<double> {
    double load = 0;
    return parse_number(value, 0, 1, load) ? std::optional(load) : std::nullopt;
  });
}

std::optional<ClassValues<double>> parse_class_alphas(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) -> std::optional<double> {
    double alpha = 0;
    const bool known = parse_number(value, kAlphas.front(), kAlphas.back(), alpha) &&
                       std::find(kAlphas.begin(), kAlphas.end(), alpha) != kAlphas.end();
    return known ? std::optional(alpha) : std::nullopt;
  });
}

std::optional<ClassCycles> parse_cycles(std::string_view text) {
  constexpr double kMost = 1e12;
  ClassCycles cycles{};
  const auto dots = text.find("..");
  if (dots == std::string_view::npos || !parse_number(text.substr(0, dots), 0, kMost, cycles.first) ||
      !parse_number(text.substr(dots + 2), static_cast<double>(cycles.first) + 1, kMost, cycles.end))
    return {};
  return cycles;
}

std::optional<ClassValues<ClassCycles>> parse_class_cycles(std::string_view text) {
  return parse_class_values(text, parse_cycles);
}

std::optional<ClassValues<double>> parse_class_shares(std::string_view text) {
  constexpr double kRounding = 1e-6;
  const auto shares = parse_class_loads(text);
  if (!shares) return {};
  double sum = 0;
  for (const auto& share : *shares) sum += share.value_or(0);
  return std::abs(sum - 1) <= kRounding ? shares : std::nullopt;
}

std::optional<ClassValues<ClassPacket>> parse_class_packets(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) -> std::optional<ClassPacket> {
    ClassPacket packet{};
    return parse_range(value, 1, kMaxPacketBeats, packet.least, packet.most) ? std::optional(packet)
                                                                             : std::nullopt;
  });
}

}  // namespace xb
