// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "waves/picture/port_runs.h"
#include "waves/picture/queue_contents.h"

namespace xb {

/// Consecutive cycles in which a packet is at one level of its queue.
struct Band {
  unsigned queue;
  PacketId packet;
  std::uint32_t below;  ///< beats of the packets before it
  std::uint32_t beats;
  Span cycles;
};

/// The packets of the queues, of each as many as hold `most_beats`.
std::vector<Band> bands(const RecordedWindow& window, const QueueContents& contents,
                        std::uint32_t most_beats);

}  // namespace xb
