// SPDX-License-Identifier: Apache-2.0
#include "host/device/clock_times.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "host/base/errors.h"

namespace xb {
namespace {

constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 60U;  // of half a period: sums of a few fit a word

std::uint64_t hertz(const std::string& place, const std::string& key, double mhz) {
  const double exact = mhz * 1e6;
  if (std::abs(exact - std::round(exact)) > 1e-3 || exact < 1)
    throw InputError("{}: {}: '{}' is not allowed; allowed: whole hertz, at most 6 decimals", place, key,
                     mhz);
  return static_cast<std::uint64_t>(std::llround(exact));
}

}  // namespace

ClockTimes clock_times(const DeviceClock& clock) {
  ClockTimes times;
  if (clock.inner.empty()) return times;
  const std::uint64_t ports = hertz(clock.mhz_place, "clock.mhz", *clock.mhz);
  struct Ratio {
    std::uint64_t inner, ports;  // frequencies, without a common divisor
  };
  std::vector<Ratio> ratios;
  for (const InnerClock& one : clock.inner) {
    const std::string key = "clock.inner." + one.name;
    const std::uint64_t inner = hertz(one.place, key, one.mhz);
    const std::uint64_t common = std::gcd(inner, ports);
    const std::uint64_t multiple = inner / common / std::gcd(inner / common, times.port_half);
    const bool near = inner <= ports * kMostClockRatio && ports <= inner * kMostClockRatio;
    if (!near || __builtin_mul_overflow(times.port_half, multiple, &times.port_half) ||
        times.port_half > kMostTicks)
      throw InputError(
          "{}: {}: '{}' is not allowed beside the ports' {} MHz; allowed: a {}th to {} times of "
          "it, in a ratio of numbers that are not too large",
          one.place, key, one.mhz, *clock.mhz, kMostClockRatio, kMostClockRatio);
    ratios.push_back({inner / common, ports / common});
  }
  for (std::size_t n = 0; n < ratios.size(); ++n) {
    std::uint64_t half = 0;
    if (__builtin_mul_overflow(times.port_half / ratios[n].inner, ratios[n].ports, &half) ||
        half > kMostTicks)
      throw InputError("{}: clock.inner.{}: '{}' is not allowed; allowed: ratios of smaller numbers",
                       clock.inner[n].place, clock.inner[n].name, clock.inner[n].mhz);
    times.inner_half.push_back(half);
  }
  return times;
}

std::string clocks_to_look_at(const DeviceClock& clock) {
  if (clock.inner.empty()) return "";
  std::vector<std::string> inner;
  for (const InnerClock& one : clock.inner) inner.push_back(one.name);
  return fmt::format("are the ports at clock.name, {}, and not at a clock of clock.inner, {}?",
                     fmt::join(clock.clocks, " "), fmt::join(inner, " "));
}

bool loses_beats(const std::string& rule) {
  constexpr const char* kRules[] = {"order", "lossless",      "data",        "packet",
                                    "tlast", "whole-packets", "interleaving"};
  return std::find(std::begin(kRules), std::end(kRules), rule) != std::end(kRules);
}

std::string ready_to_look_at(const Device& device, const std::string& rule) {
  if (!loses_beats(rule) || device.in.tready.is_there() || device.pauses() || !device.claims.lossless)
    return "";
  return fmt::format(
      "in.tready is not there, so that hosts send in every cycle: has {} an output that says when "
      "they may? One that drops packets claims lossless = false",
      device.top);
}

std::string keys_to_look_at(const Device& device) {
  std::string question =
      device.clock.resets.empty() ? "is clock.name right?" : "are clock.name and clock.reset-active right?";
  if (!device.ties.empty()) question += " Is an input of [tie] an enable, or a reset?";
  return question;
}

std::string hint_of_never_ready(const Device& device) {
  return fmt::format("no input ever gets ready: {} One that is ready later needs setup.rest",
                     keys_to_look_at(device));
}

}  // namespace xb
