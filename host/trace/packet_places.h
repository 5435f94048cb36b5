// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// Which packets are in which queue, from what is seen at the ports: a packet is there from the edge that
/// takes its first beat to the edge that takes its last one away. One that is discarded is known at once
/// where the count of its queue says which it was, and otherwise when one of its class leaves that came into
/// the queue later.
class PacketPlaces {
 public:
  struct Resident {
    PacketId packet;
    std::uint64_t since_cycle;  ///< its first beat was taken at the end of this cycle
    std::uint32_t beats = 0;    ///< taken and not yet given
    /// A later packet of its input was seen to leave in this cycle, so it had been admitted or discarded
    /// before; known while packets are missing from a queue at an output.
    std::uint64_t decided_cycle = std::numeric_limits<std::uint64_t>::max();
  };

  explicit PacketPlaces(const SwitchShape& shape);

  /// Cycle by cycle, before move(): what the counts of discarded packets say of the cycle before.
  void look(const PortCycle& cycle);
  /// The edge that ends the cycle.
  void move(const PortCycle& cycle);

  /// The packet that has been in a queue longest.
  [[nodiscard]] std::optional<PacketId> head(unsigned queue) const {
    if (queues_[queue].empty()) return std::nullopt;
    return queues_[queue].front().packet;
  }
  [[nodiscard]] const std::deque<Resident>& residents(unsigned queue) const { return queues_[queue]; }

 private:
  using Queue = std::deque<Resident>;
  [[nodiscard]] Queue* queue_of(const PacketId& packet);
  /// The packets of its input that came before it have been admitted or discarded.
  void decide(const PacketId& packet, std::uint64_t cycle);
  /// A beat of it goes, and with the last one the packet.
  void leave(const PacketId& packet, bool last);

  SwitchShape shape_;
  std::vector<Queue> queues_;
  std::vector<std::optional<PacketId>> ended_;  // per input: the packet whose last beat was taken last cycle
  std::vector<std::uint32_t> drop_full_;        // as of the cycle before
  bool any_dropped_ = false;
};

}  // namespace xb
