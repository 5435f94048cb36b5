// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "host/trace/recorded_window.h"

namespace xb {

/// Cycles first..last of a window, by their place in it.
struct Span {
  std::size_t first = 0, last = 0;
};

/// The spans of consecutive cycles for which `holds(place in the window)`.
template <class Holds>
std::vector<Span> spans(std::size_t cycles, Holds&& holds) {
  std::vector<Span> found;
  for (std::size_t c = 0; c < cycles; ++c) {
    if (!holds(c)) continue;
    if (!found.empty() && found.back().last + 1 == c)
      found.back().last = c;
    else
      found.push_back({c, c});
  }
  return found;
}

/// Consecutive cycles in which a port shows one packet and all of its beats move, or none does.
struct PortRun {
  unsigned port;
  PacketId packet;
  bool moved;  ///< false: valid without ready
  Span cycles;
};

enum class Side { In, Out };

/// All runs of the ports of one side, port by port.
std::vector<PortRun> port_runs(const RecordedWindow& window, Side side);

}  // namespace xb
