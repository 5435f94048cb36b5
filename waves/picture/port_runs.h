// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "host/trace/traced_window.h"

namespace xb {

class QueueContents;

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
std::vector<PortRun> port_runs(const TracedWindow& window, Side side);

/// Consecutive cycles in which an input does not go on, for one cause.
struct HoldRun {
  unsigned input;
  Hold hold;
  unsigned output;                  ///< that it waits for, or whose packets fill the memory
  std::optional<PacketId> head;     ///< that waits, where the ports tell
  std::optional<PacketId> blocker;  ///< that the output shows
  std::vector<PacketId> could_go;   ///< behind a head-of-line blocked one, for idle outputs; likewise
  Span cycles;
};

/// What the flags of the window say; those of its last cycle are in none.
std::vector<HoldRun> hold_runs(const TracedWindow& window, const QueueContents& contents);

/// A count of discarded packets that went up.
struct DropMark {
  std::size_t cycle;              ///< that shows it, by its place in the window
  unsigned queue;                 ///< that counts it, unless the packet was misrouted
  std::optional<unsigned> input;  ///< that the packet came by; unknown where queues are at outputs
  std::optional<PacketId> packet;
};
std::vector<DropMark> drop_marks(const TracedWindow& window);

}  // namespace xb
