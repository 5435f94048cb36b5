// SPDX-License-Identifier: Apache-2.0
#include "host/measure/strict_outputs.h"

#include <algorithm>
#include <utility>

namespace xb {

StrictOutputs::StrictOutputs(const std::vector<unsigned>& cycles_per_beat, unsigned classes)
    : classes_(classes), waiting_(cycles_per_beat.size() * classes) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

/// All are in use.
void StrictOutputs::add_packets() {
  const auto first = static_cast<std::uint32_t>(packets_.size());
  packets_.resize(std::max<std::size_t>(64, std::size_t{2} * first));
  for (auto name = static_cast<std::uint32_t>(packets_.size()); name > first; --name) give_back(name - 1);
}

/// The packet that came last reaches its output before others. Those of one flow leave in the order in which
/// they came, whichever makes the other one leave so early.
void StrictOutputs::overtake(Queue& queue) {
  for (std::uint32_t name = queue.last; name != queue.first;) {
    Packet& packet = packets_[name];
    const std::uint32_t other = packet.before;
    Packet& before = packets_[other];
    if (packet.reaches >= before.reaches) return;
    if (packet.source == before.source) {
      std::swap(packet.reaches, before.reaches);
      std::swap(packet.cycles, before.cycles);
      name = other;
      continue;
    }
    (other == queue.first ? queue.first : packets_[before.before].next) = name;
    (name == queue.last ? queue.last : packets_[packet.next].before) = other;
    before.next = packet.next;
    packet.before = before.before;
    packet.next = other;
    before.before = name;
  }
}

/// An output with packets in its queues begins some until a cycle: all that counts for that has come. The
/// first cycle in which it may begin another one.
[[gnu::always_inline]] inline std::uint64_t StrictOutputs::send(Output& output, Queue* queues,
                                                                Packet* packets, std::uint64_t before) {
  std::uint64_t cycle = output.free;
  while (cycle < before) {
    unsigned c = 0;
    std::uint32_t left = output.waiting;
    std::uint64_t first = kNever;
    do {
      c = 31U - static_cast<unsigned>(__builtin_clz(left));
      first = std::min(first, packets[queues[c].first].reaches);
      left ^= 1U << c;
    } while (first > cycle && left != 0);
    if (first > cycle) {  // nothing has reached it
      cycle = on_link(first, output.period);
      if (cycle >= before || output.waiting != 1U << c) continue;
    }
    Queue& queue = queues[c];
    const std::uint32_t name = queue.first;
    Packet& packet = packets[name];
    queue.first = packet.next;
    output.free = cycle + packet.cycles;
    if (__builtin_expect(packet.early, 0))
      send_early(output, c, name, cycle);
    else
      packet.leaves = cycle;
    cycle = output.free;
    if (name != queue.last) continue;
    output.waiting ^= 1U << c;
    if (output.waiting != 0) continue;
    pending_ ^= bit(number_of(output));
    return kNever;
  }
  return cycle;
}

void StrictOutputs::send_all(std::uint64_t before) {
  Output* const outputs = outputs_.data();
  Queue* const queues = waiting_.data();
  Packet* const packets = packets_.data();
  std::uint64_t next = kNever;
  for_each_port(pending_, [&](unsigned n) {
    std::uint64_t cycle = outputs[n].free;
    if (cycle < before) cycle = send(outputs[n], queues + std::size_t{n} * classes_, packets, before);
    next = std::min(next, cycle);
  });
  next_ = next;
}

/// The ideal switch has not decided when it sends the packet.
void StrictOutputs::leave_early(std::uint32_t name, std::uint64_t first, bool counts) {
  Packet& packet = packets_[name];
  packet.leaves = first;
  packet.early = true;
  packet.counts = counts;
}

/// Now it has.
void StrictOutputs::send_early(Output& output, unsigned of_class, std::uint32_t name, std::uint64_t cycle) {
  Packet& packet = packets_[name];
  const Flow flow{packet.source, number_of(output), of_class};
  count_later({flow, static_cast<std::int64_t>(packet.leaves - cycle), packet.counts}, cycle);
  packet.early = false;
  give_back(name);
}

void StrictOutputs::count_later(const DeliveredPacket& packet, std::int64_t lag, bool counts,
                                std::uint64_t cycle) {
  count_later({{packet.source, packet.destination, packet.of_class}, lag, counts}, cycle);
}

void StrictOutputs::count_later(const Lag& lag, std::uint64_t cycle) {
  Output& output = outputs_[lag.flow.destination];
  output.due = std::min(output.due, cycle);
  output.later.push_back({lag, cycle});
  have_later_ |= bit(lag.flow.destination);
}

}  // namespace xb
