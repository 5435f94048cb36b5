// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "waves/picture/port_runs.h"
#include "waves/picture/queue_contents.h"

namespace xb {

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
std::vector<HoldRun> hold_runs(const RecordedWindow& window, const QueueContents& contents);

/// A count of discarded packets that went up.
struct DropMark {
  std::size_t cycle;              ///< that shows it, by its place in the window
  unsigned queue;                 ///< that counts it, unless the packet was misrouted
  std::optional<unsigned> input;  ///< that the packet came by; unknown where queues are at outputs
  std::optional<PacketId> packet;
};
std::vector<DropMark> drop_marks(const RecordedWindow& window);

}  // namespace xb
