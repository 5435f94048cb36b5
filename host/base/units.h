// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xb {

/// A span of time in seconds.
struct Seconds {
  double value = 0;
};

/// No run gets further: what is counted per port and cycle still fits 64 bits.
constexpr std::uint64_t kMostCycles = 100'000'000'000'000'000;

/// The longest time that hosts and links may be given.
constexpr Seconds kLongestTime{1000};
/// What parse_time() takes, for messages.
constexpr const char* kAllowedTime = "a time with its unit, such as 122us (s, ms, us, ns, ps), up to 1000s";

/// Parses `122us`, `500ns`, `0.5 ms`, `3ps`, `1s`; a unit is required. Nothing if it is not that, or beyond
/// kLongestTime.
std::optional<Seconds> parse_time(std::string_view text);
/// The same, above zero.
std::optional<Seconds> parse_duration(std::string_view text);

/// Shortest form with a unit: `122us`.
std::string format_time(Seconds time);

/// What parse_bytes() takes, for messages.
constexpr const char* kAllowedBytes = "bytes with their unit, such as 128MiB (B, kB, MB, GB, KiB, MiB, GiB)";

/// Parses `128MiB`, `64 kB`, `0B`: B, kB, MB, GB (powers of 1000), KiB, MiB, GiB (of 1024); a unit is
/// required. Rounded to whole bytes, at most 2^53. Nothing if it is not that.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// Shortest form with a unit of 1024, exact where six digits are: `64KiB`, `512B`.
std::string format_bytes(std::uint64_t bytes);

/// Hertz of `1.25GHz`, bits a second of `100Gbps`; units with k, M, G, T or nothing before them. Nothing if
/// it is not that.
std::optional<double> parse_frequency(std::string_view text);
std::optional<double> parse_rate(std::string_view text);

/// Cycles of `clock_period` in `time`, rounded to nearest, at most kMostCycles: the one place where time
/// becomes cycles.
std::uint64_t to_cycles(Seconds time, Seconds clock_period);

}  // namespace xb
