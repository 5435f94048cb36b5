// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// Which packets are in which queue, from what is seen at the ports: a packet is there from the edge that
/// takes its first beat to the edge that takes its last one away. One that is discarded is known at once
/// where the count of its queue says which it was, and otherwise when a later one leaves.
class PacketPlaces {
 public:
  struct Resident {
    PacketId packet;
    std::uint64_t since_cycle;  ///< its first beat was taken at the end of this cycle
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
  void leave(const PacketId& packet);

  SwitchShape shape_;
  std::vector<Queue> queues_;
  std::vector<std::optional<PacketId>> ended_;  // per input: the packet whose last beat was taken last cycle
  std::vector<std::uint32_t> drop_full_;        // as of the cycle before
};

}  // namespace xb
