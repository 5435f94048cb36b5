// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "host/base/units.h"
#include "host/link/flow_sizes.h"
#include "host/link/host_list.h"
#include "host/link/link_rates.h"
#include "host/point/choice.h"
#include "host/point/given.h"

namespace xb {

/// Which outputs random sources send to, and when.
enum class TrafficPattern : std::uint8_t {
  Uniform,
  Permutation,
  OneHot,
  Bursty,
  Unbalanced,
  Diagonal,
  LogDiagonal,
  Hotspot,
  Alternate,
  Incast
};
constexpr auto words(TrafficPattern /*unused*/) {
  return std::array{"uniform",  "permutation",  "one-hot", "bursty",    "unbalanced",
                    "diagonal", "log-diagonal", "hotspot", "alternate", "incast"};
}

/// A value of TrafficConfig::traffic that begins so names a packet capture: its path follows.
constexpr const char* kCapturePrefix = "capture:";

/// What hosts without a schedule send.
struct TrafficSource {
  TrafficPattern pattern;  ///< of random sources
  std::string capture;     ///< path of the packet capture that they send instead; empty: none
};

inline std::optional<TrafficSource> parse_traffic(std::string_view text) {
  const std::string_view prefix = kCapturePrefix;
  if (text.size() > prefix.size() && text.substr(0, prefix.size()) == prefix)
    return TrafficSource{{}, std::string(text.substr(prefix.size()))};
  const auto pattern = find_choice<TrafficPattern>(text);
  return pattern ? std::optional(TrafficSource{*pattern, ""}) : std::nullopt;
}

/// When a frame of a capture may go: as captured, or as a load has it.
enum class ReplayPace : std::uint8_t { Times, Load };
constexpr auto words(ReplayPace /*unused*/) { return std::array{"times", "load"}; }

/// Of a host in a burst: 1B..1GB.
inline std::optional<std::uint64_t> parse_burst(std::string_view text) {
  const auto bytes = parse_bytes(text);
  return bytes && *bytes >= 1 && *bytes <= 1000000000 ? bytes : std::nullopt;
}

/// What the hosts of a point send without a schedule, and when receivers take it.
struct TrafficConfig {
  Given<parse_traffic> traffic = "uniform";
  double load = 0.5;
  ReplayPace replay = ReplayPace::Times;
  double burst = 16;               // packets
  double unbalance = 0.5;          // share of the favoured output
  unsigned targets = 2;            // outputs that `alternate` traffic goes to
  std::optional<unsigned> fan_in;  // hosts that send in a burst of `incast` traffic; empty: all but one
  std::optional<unsigned> victim;  // host that bursts go to; empty: drawn for each
  Given<parse_hosts, kWordAll> senders = kWordAll;  // hosts that they come from
  Given<parse_burst> incast_bytes = "64kB";         // of each of them
  std::uint64_t period = 100000;                    // cycles from one burst to the next
  std::uint64_t jitter = 0;                         // cycles in which its senders start
  Given<parse_flow_sizes, kWordNone, kTextFile> flow_sizes = kWordNone;
  double receiver_stall = 0;  // probability per cycle
  Given<parse_output_periods> output_period = "1";

  /// The sources are random ones of this pattern, where there is no schedule.
  [[nodiscard]] bool has_pattern(TrafficPattern pattern) const {
    return traffic->pattern == pattern && traffic->capture.empty();
  }
};

}  // namespace xb
