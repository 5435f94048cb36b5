// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// Packets that a step of the synchronous shuffle sends to the bottleneck, on average: the uplink of a switch
/// with `hosts` of the `ranks` hosts of a two-level network. Tam's thesis, eq. 6.1. 1 <= hosts < ranks.
constexpr double packets_to_uplink(unsigned ranks, unsigned hosts) {
  return static_cast<double>(ranks - hosts) * hosts / (ranks - 1);
}

/// The global window W_g: how many packets a host may have on their way, to all partners together, so that
/// the bottleneck's buffer of `buffer_packets` (B_L) is not overrun by `per_step` (nu) packets a step. Tam's
/// thesis, eq. 6.2; at least 1.
constexpr std::uint64_t global_window(double buffer_packets, double per_step) {
  const auto window = static_cast<std::uint64_t>(buffer_packets / per_step);
  return window == 0 ? 1 : window;
}

/// On one switch there is no uplink. The bottleneck is an output, to which a step of a shuffle sends one
/// packet: nu = 1, and W_g is what a queue memory holds.
constexpr double kPacketsToOutput = 1;

/// Most packets that a host has on their way at once (eta) while each operation is on schedule: L / g_s,
/// rounded up. Tam's thesis, 6.2. Times in cycles, `gap` from the beginning of a packet to that of the next.
constexpr std::uint64_t packets_on_schedule(std::uint64_t latency, std::uint64_t gap) {
  return (latency + gap - 1) / gap;
}

/// A global window, and what it was worked out of.
struct AutoWindow {
  std::uint64_t buffer_packets = 0;  ///< B_L: of the bottleneck
  double per_step = 1;               ///< nu
  std::uint64_t on_schedule = 0;     ///< bound of eta

  /// W_g
  [[nodiscard]] std::uint64_t packets() const {
    return global_window(static_cast<double>(buffer_packets), per_step);
  }
};

}  // namespace xb
