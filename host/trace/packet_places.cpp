// SPDX-License-Identifier: Apache-2.0
#include "host/trace/packet_places.h"

#include <algorithm>

namespace xb {

PacketPlaces::PacketPlaces(const SwitchShape& shape)
    : shape_(shape), queues_(shape.queue_count), ended_(shape.ports), drop_full_(shape.queue_count) {}

PacketPlaces::Queue* PacketPlaces::queue_of(const PacketId& packet) {
  if (packet.source >= shape_.ports || packet.destination >= shape_.ports) return nullptr;
  return &queues_[shape_.queue_of(packet.source, packet.destination)];
}

void PacketPlaces::look(const PortCycle& cycle) {
  for (unsigned q = 0; q < shape_.queue_count; ++q) {
    const std::uint32_t dropped = cycle.drop_full[q] - drop_full_[q];
    if (dropped == 0) continue;
    drop_full_[q] = cycle.drop_full[q];
    std::vector<PacketId> ended;
    for (const auto& packet : ended_) {
      if (packet && queue_of(*packet) == &queues_[q]) ended.push_back(*packet);
    }
    if (ended.size() != dropped) continue;
    Queue& queue = queues_[q];
    for (const PacketId& packet : ended) {
      const auto last = std::find_if(queue.rbegin(), queue.rend(),
                                     [&](const Resident& resident) { return resident.packet == packet; });
      if (last != queue.rend()) queue.erase(std::next(last).base());
    }
  }
}

void PacketPlaces::move(const PortCycle& cycle) {
  for_each_port(cycle.moved_out() & cycle.m_tlast, [&](unsigned port) { leave(cycle.out[port]); });
  for (auto& packet : ended_) packet.reset();
  for_each_port(cycle.moved_in(), [&](unsigned port) {
    const PacketId& packet = cycle.in[port];
    Queue* const queue = queue_of(packet);
    if (queue == nullptr) return;
    if ((cycle.s_tuser & bit(port)) != 0) queue->push_back({packet, cycle.cycle});
    if ((cycle.s_tlast & bit(port)) != 0) ended_[port] = packet;
  });
}

void PacketPlaces::leave(const PacketId& packet) {
  Queue* const queue = queue_of(packet);
  if (queue == nullptr) return;
  const auto at = std::find_if(queue->begin(), queue->end(),
                               [&](const Resident& resident) { return resident.packet == packet; });
  if (at == queue->end()) return;
  // Those that should have left before it did not get in.
  const auto overtaken = [&](const Resident& resident) {
    return shape_.fifo ||
           (resident.packet.source == packet.source && resident.packet.destination == packet.destination);
  };
  const auto kept = std::remove_if(queue->begin(), at, overtaken);
  queue->erase(kept, std::next(at));
}

}  // namespace xb
