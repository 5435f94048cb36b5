// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// Priority flow control between a switch and its hosts (IEEE 802.1Q, 36): a port whose input holds many
/// beats asks its host to pause, by a frame in the other direction.
struct PauseSettings {
  std::uint32_t xoff_beats = 0;      ///< held by an input: the host is to pause from so many on
  std::uint32_t xon_beats = 0;       ///< the host may go on from so few on
  std::uint32_t headroom_beats = 0;  ///< room above `xoff_beats`
  std::uint32_t frame_beats = 1;     ///< of a pause frame
  std::uint32_t cable_cycles = 0;    ///< latency between host and switch, each way
  std::uint32_t response_cycles =
      0;  ///< from a frame's last beat at the host to the first cycle of its effect
};

/// Beats that may come after the one that reaches `xoff_beats`, of hosts with packets of at most
/// `longest_beats`: H = 2L + R + M + M' + P - 2. The frame of P beats waits for the longest packet that may
/// have begun at the output since (M' = M), crosses the cable (L), takes effect R cycles later, when a packet
/// may just have begun (M beats), whose beats are a cable's latency away (L). The beat that reaches the limit
/// is no part of it, and is seen a cycle later. To a host that takes a beat in so many cycles, `period`, the
/// packet and the frame go that much slower, and may have to wait for the next such cycle.
constexpr std::uint32_t headroom_beats(const PauseSettings& s, std::uint32_t longest_beats,
                                       std::uint32_t period = 1) {
  return 2 * s.cable_cycles + s.response_cycles + longest_beats + (longest_beats + s.frame_beats) * period -
         2;
}

}  // namespace xb
