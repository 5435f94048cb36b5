// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/trace/traced_window.h"
#include "waves/picture/port_runs.h"

namespace xb {

/// What is in the queues in each cycle of a window, near their heads.
class QueueContents {
 public:
  using Queue = std::vector<PacketPlaces::Resident>;  ///< the head first

  /// Of each queue as many packets as hold `most_beats`.
  QueueContents(const TracedWindow& window, std::uint32_t most_beats);

  /// As cycle `at` of the window begins, without packets that are discarded.
  [[nodiscard]] const Queue& queue(std::size_t at, unsigned queue) const { return cycles_[at][queue]; }

  /// It was taken and did not go out, as the window tells.
  [[nodiscard]] bool is_discarded(const PacketId& packet) const;

 private:
  void find_discarded(const TracedWindow& window);

  std::vector<std::vector<Queue>> cycles_;
  std::vector<PacketId> discarded_;
};

/// Consecutive cycles in which a packet is at one level of its queue.
struct Band {
  unsigned queue;
  PacketId packet;
  std::uint32_t below;  ///< beats of the packets before it
  std::uint32_t beats;
  Span cycles;
};

/// The packets of the queues, of each as many as hold `most_beats`.
std::vector<Band> bands(const TracedWindow& window, const QueueContents& contents, std::uint32_t most_beats);

}  // namespace xb
