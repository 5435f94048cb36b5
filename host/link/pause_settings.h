// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "host/wires/port_set.h"

namespace xb {

/// What an input may hold of a class whose hosts are asked to pause (flow pfc). Of credits (flow cbfc): a
/// packet begins while no more than `xoff_beats` are not credited, and `headroom_beats` has room for it.
struct PauseLimits {
  std::uint32_t xoff_beats = 0;      ///< held by an input: the host is to pause from so many on
  std::uint32_t xon_beats = 0;       ///< the host may go on from so few on
  std::uint32_t headroom_beats = 0;  ///< room above `xoff_beats`
  std::uint32_t longest_beats = 1;   ///< packet of the class
  bool credits = false;
  std::uint32_t formula_beats = 0;  ///< headroom with which no packet finds the input full: headroom_beats()

  /// All that an input may hold.
  [[nodiscard]] std::uint64_t most_beats() const { return std::uint64_t{xoff_beats} + headroom_beats; }
};

/// A storm: a host that is paused for more than a share of some cycles.
struct PauseStorm {
  double share = 1;
  std::uint32_t cycles = 1;
};

/// Priority flow control between a switch and its hosts (IEEE 802.1Q, 36): a port whose input holds many
/// beats of a class asks its host to pause, by a frame in the other direction.
struct PauseSettings {
  std::uint32_t frame_beats = 1;   ///< of a pause frame; 0: levels beside the link say who is to pause
  std::uint32_t cable_cycles = 0;  ///< latency between host and switch, each way
  /// From a frame's last beat at the host, or a credit, to the first cycle of its effect.
  std::uint32_t response_cycles = 0;
  std::array<std::optional<PauseLimits>, kMaxClasses> of_class = {};  ///< none: other flow control
  std::optional<PauseStorm> storm = {};

  [[nodiscard]] constexpr std::uint64_t round_trip() const {
    return 2 * std::uint64_t{cable_cycles} + response_cycles;
  }
};

/// The packets that count for a class [beats]: those of the class, and those to its host, of any class.
struct LongestPackets {
  std::uint32_t of_class, to_host;
};

/// Cycles in which a link moves one beat.
struct LinkPeriods {
  std::uint32_t to_host = 1, to_switch = 1;
};

/// Beats that may come after the one that reaches `xoff_beats`, H = 2L + R + M + M' + P - 2 where links move
/// a beat in every cycle. The frame of P beats waits for the longest packet that may have begun at the output
/// since (M'), crosses the cable (L), takes effect R cycles later, when a packet of the class may just have
/// begun (M beats), whose beats are a cable's latency away (L). The beat that reaches the limit is no part of
/// it, and is seen a cycle later, so that a frame begins 2 cycles after it at the soonest.
/// `others_pause`: a frame for another class may have begun in the place of that packet, in any cycle. It
/// does not say what came after its first beat, and the next frame follows at once: the wait is for the
/// longer of both.
/// To a host that takes a beat in so many cycles packets and frames go that much slower. Where beats to the
/// switch do, too, nothing begins at the output in the cycle after the one that reaches the limit, but for a
/// frame behind the last beat of a packet.
constexpr std::uint32_t headroom_beats(const PauseSettings& s, const LongestPackets& longest,
                                       bool others_pause = false, const LinkPeriods& period = {}) {
  const std::uint32_t frame = s.frame_beats * period.to_host;
  const bool every_cycle = period.to_switch == 1;
  const std::uint32_t packet = (longest.to_host - 1) * period.to_host + (every_cycle ? 2 : 1);
  const std::uint32_t other = others_pause ? frame + (every_cycle || longest.to_host > 1 ? 1 : 0) : 0;
  const std::uint32_t begins = std::max({2U, packet, other});
  const auto cycles = static_cast<std::uint32_t>(s.round_trip()) + begins + frame - 3;
  return longest.of_class + cycles / period.to_switch;
}

}  // namespace xb
