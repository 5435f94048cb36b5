// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/containers/ring.h"
#include "host/fabric/token_stream.h"
#include "host/network/topology.h"

namespace xb {

/// One direction of a cable between two switches.
///
/// Latency 0 is a wire: valid, ready and beats of the two ports are the same signals. A cable of latency L >
/// 0 delivers a beat, and a credit, L cycles after it was sent. The far end has a buffer of credit_beats();
/// a beat goes when a credit is there, which is just enough for the full rate: the credit of a beat taken as
/// it arrives is back 2 L cycles after the beat was sent. At most so many beats are under way or in that
/// buffer.
struct alignas(64) FabricLink {
  FabricLink(const CableSpeed& speed, unsigned from_port, unsigned to_switch, unsigned to_port)
      : beats(static_cast<std::uint32_t>(speed.period_cycles)),
        credits(1),
        latency(static_cast<std::uint32_t>(
            speed.latency_cycles == 0 && speed.period_cycles > 1 ? 1 : speed.latency_cycles)),
        period(static_cast<std::uint32_t>(speed.period_cycles)),
        out_port(from_port),
        to(to_switch),
        in_port(to_port) {
    spare = static_cast<std::uint32_t>(credit_beats());
  }

  [[nodiscard]] bool is_wire() const { return latency == 0; }
  /// Capacity of the buffer at the far end [beats].
  [[nodiscard]] std::uint64_t credit_beats() const {
    return std::max<std::uint64_t>(1, (std::uint64_t{latency} * 2 + period - 1) / period);
  }

  // Four lines of the cache, and seldom anything besides.
  TokenStream beats;    ///< by the cycle in which the far switch may be offered them
  TokenStream credits;  ///< by the cycle in which they are back
  /// Trips of the packets whose first beat has been sent, and not offered to the far switch.
  Ring<std::uint32_t, 4> packets;
  std::uint32_t spare = 0;  ///< credits at hand
  std::uint32_t latency;  ///< cycles, each way; of a cable slower than its switches at least 1, its register
  std::uint32_t period;   ///< a beat leaves in cycles that are multiples of it
  std::uint32_t out_port, to, in_port;
};
static_assert(sizeof(FabricLink) == 256);

}  // namespace xb
