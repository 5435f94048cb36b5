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

}  // namespace xb
