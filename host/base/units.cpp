// SPDX-License-Identifier: Apache-2.0
#include "host/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "host/base/parse_number.h"

namespace xb {
namespace {
struct Unit {
  std::string_view name;
  double factor;
};
constexpr std::array<Unit, 5> kUnits{{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}}};
constexpr std::array<Unit, 7> kByteUnits{
    {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}}};
constexpr std::array<Unit, 5> kHertzUnits{
    {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}, {"THz", 1e12}}};
constexpr std::array<Unit, 5> kRateUnits{
    {{"bps", 1}, {"kbps", 1e3}, {"Mbps", 1e6}, {"Gbps", 1e9}, {"Tbps", 1e12}}};

/// A number and one of `units`; nothing if it is not that.
template <std::size_t N>
std::optional<double> parse_quantity(std::string_view text, const std::array<Unit, N>& units) {
  const std::size_t digits = text.find_last_of("0123456789.") + 1;  // 0 if there are none
  double number = 0;
  if (!parse_number(text.substr(0, digits), 0, std::numeric_limits<double>::max(), number)) return {};
  std::string_view unit = text.substr(digits);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  for (const auto& u : units) {
    if (unit == u.name) return number * u.factor;
  }
  return {};
}

}  // namespace

std::optional<Seconds> parse_time(std::string_view text) {
  const auto seconds = parse_quantity(text, kUnits);
  if (seconds && *seconds <= kLongestTime.value) return Seconds{*seconds};
  return {};
}

std::optional<Seconds> parse_duration(std::string_view text) {
  const auto time = parse_time(text);
  return time && time->value > 0 ? time : std::nullopt;
}

std::string format_time(Seconds time) {
  for (const auto& u : kUnits) {
    if (time.value >= u.factor) return fmt::format("{:.6g}{}", time.value / u.factor, u.name);
  }
  return "0s";
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr double kMost = 0x1p53;  // whole numbers are exact up to here
  const auto bytes = parse_quantity(text, kByteUnits);
  if (bytes && *bytes <= kMost) return static_cast<std::uint64_t>(std::llround(*bytes));
  return {};
}

std::string format_bytes(std::uint64_t bytes) {
  for (auto unit = kByteUnits.rbegin(); unit->factor != 1e9; ++unit) {
    if (static_cast<double>(bytes) >= unit->factor)
      return fmt::format("{:.6g}{}", static_cast<double>(bytes) / unit->factor, unit->name);
  }
  return fmt::format("{}B", bytes);
}

std::optional<double> parse_frequency(std::string_view text) { return parse_quantity(text, kHertzUnits); }
std::optional<double> parse_rate(std::string_view text) {
  std::string rate(text);  // `Gb/s`, as reports have it
  if (rate.size() > 3 && rate.compare(rate.size() - 3, 3, "b/s") == 0) rate.replace(rate.size() - 2, 2, "ps");
  return parse_quantity(rate, kRateUnits);
}

std::uint64_t to_cycles(Seconds time, Seconds clock_period) {
  // Half a cycle counts as one, also where a time's decimals have no exact double. Of long times that are
  // many cycles the noise would be whole ones.
  constexpr double kNoise = 1e-14;
  constexpr double kMostNoise = 0.01;
  const double quotient = time.value / clock_period.value;
  const double cycles = quotient + std::min(quotient * kNoise, kMostNoise);
  return cycles < static_cast<double>(kMostCycles) ? static_cast<std::uint64_t>(std::llround(cycles))
                                                   : kMostCycles;
}

}  // namespace xb
