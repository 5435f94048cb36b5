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
#include "host/point/class_values.h"
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
  Incast,
  Overrun
};
constexpr auto words(TrafficPattern /*unused*/) {
  return std::array{"uniform",      "permutation", "one-hot",   "bursty", "unbalanced", "diagonal",
                    "log-diagonal", "hotspot",     "alternate", "incast", "overrun"};
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

/// What says which traffic class a frame of a capture is of: the PCP of its VLAN tag, or the DSCP of its IP
/// header.
enum class CaptureClass : std::uint8_t { Pcp, Dscp };
constexpr auto words(CaptureClass /*unused*/) { return std::array{"pcp", "dscp"}; }

/// Patterns of classes: those of packets that come by themselves, of each class.
inline std::optional<ClassValues<Given<parse_traffic>>> parse_class_traffic(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) -> std::optional<Given<parse_traffic>> {
    const auto pattern = find_choice<TrafficPattern>(value);
    if (!pattern || pattern == TrafficPattern::Incast || pattern == TrafficPattern::Overrun) return {};
    return Given<parse_traffic>::read(std::string(value));
  });
}

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
  CaptureClass capture_class = CaptureClass::Pcp;
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
  // Of traffic classes: shares of the load, and what a class has of its own.
  Given<parse_class_shares, kWordEqual> class_mix = kWordEqual;
  Given<parse_class_loads, kWordNone> class_load = kWordNone;
  Given<parse_class_packets, kWordNone> class_packet = kWordNone;
  Given<parse_class_traffic, kWordNone> class_traffic = kWordNone;
  Given<parse_class_cycles, kWordNone> class_cycles = kWordNone;
  Given<parse_output_periods> output_period = "1";

  /// Share of the load that is of a class, of so many.
  [[nodiscard]] double share_of_class(unsigned of_class, unsigned classes) const {
    return class_mix ? (*class_mix)[of_class].value_or(0) : 1.0 / classes;
  }
  /// The sources are random ones of this pattern, where there is no schedule.
  [[nodiscard]] bool has_pattern(TrafficPattern pattern) const {
    return traffic->pattern == pattern && traffic->capture.empty();
  }
};

}  // namespace xb
