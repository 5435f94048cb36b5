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
    any_dropped_ = true;
    // A queue at an output counts a packet when its turn comes, not in the cycle after its last beat.
    if (shape_.queues == QueuePlace::Output) continue;
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
  if (any_dropped_ && shape_.queues == QueuePlace::Output)
    for_each_port(cycle.m_tuser, [&](unsigned port) { decide(cycle.out[port], cycle.cycle); });
  for (auto& packet : ended_) packet.reset();
  for_each_port(cycle.moved_in(), [&](unsigned port) {
    const PacketId& packet = cycle.in[port];
    Queue* const queue = queue_of(packet);
    if (queue == nullptr) return;
    if ((cycle.s_tuser & bit(port)) != 0) queue->push_back({packet, cycle.cycle});
    const auto resident = std::find_if(queue->rbegin(), queue->rend(),
                                       [&](const Resident& one) { return one.packet == packet; });
    if (resident != queue->rend()) ++resident->beats;
    if ((cycle.s_tlast & bit(port)) != 0) ended_[port] = packet;
  });
  // A beat may come out in the cycle in which it came in.
  for_each_port(cycle.moved_out(),
                [&](unsigned port) { leave(cycle.out[port], (cycle.m_tlast & bit(port)) != 0); });
}

void PacketPlaces::decide(const PacketId& packet, std::uint64_t cycle) {
  const Queue* const queue = queue_of(packet);
  if (queue == nullptr) return;
  const auto at = std::find_if(queue->begin(), queue->end(),
                               [&](const Resident& resident) { return resident.packet == packet; });
  if (at == queue->end()) return;
  const std::uint64_t since = at->since_cycle;
  for (Queue& one : queues_) {
    for (Resident& resident : one) {
      if (resident.packet.source == packet.source && resident.since_cycle < since)
        resident.decided_cycle = std::min(resident.decided_cycle, cycle);
    }
  }
}

void PacketPlaces::leave(const PacketId& packet, bool last) {
  Queue* const queue = queue_of(packet);
  if (queue == nullptr) return;
  const auto at = std::find_if(queue->begin(), queue->end(),
                               [&](const Resident& resident) { return resident.packet == packet; });
  if (at == queue->end()) return;
  if (!last) {
    if (at->beats > 0) --at->beats;
    return;
  }
  if (at == queue->begin()) return queue->pop_front();
  // Those that should have left before it did not get in; of other classes it may have overtaken them.
  const std::uint64_t since = at->since_cycle;
  const auto overtaken = [&](const Resident& resident) {
    const PacketId& other = resident.packet;
    return other.of_class == packet.of_class &&
           (shape_.fifo || (other.source == packet.source && other.destination == packet.destination) ||
            resident.decided_cycle <= since);
  };
  const auto kept = std::remove_if(queue->begin(), at, overtaken);
  queue->erase(kept, std::next(at));
}

}  // namespace xb
