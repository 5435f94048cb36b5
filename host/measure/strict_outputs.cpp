// SPDX-License-Identifier: Apache-2.0
#include "host/measure/strict_outputs.h"

#include <algorithm>
#include <utility>

namespace xb {

StrictOutputs::StrictOutputs(const std::vector<unsigned>& cycles_per_beat, unsigned classes)
    : classes_(classes), top_class_(classes - 1), waiting_(cycles_per_beat.size() * classes) {
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

/// Which class of an output begins a packet next, in `cycle` or later, and when; from `before` on: any.
inline unsigned StrictOutputs::choose(const Output& output, const Queue* queues, std::uint64_t before,
                                      std::uint64_t& cycle) const {
  do {
    std::uint64_t first = kNever;
    for (std::uint32_t left = output.waiting; left != 0; left ^= 1U << highest(left)) {
      const std::uint64_t reaches = packets_[queues[highest(left)].first].reaches;
      if (reaches <= cycle) return highest(left);
      first = std::min(first, reaches);
    }
    cycle = on_link(first, output.period);
  } while (cycle < before);
  return 0;
}

/// An output with packets in its queues begins some from `cycle` on until another: all that counts for that
/// has come. The first cycle in which it may begin one more; kNever: it has none.
[[gnu::always_inline]] inline std::uint64_t StrictOutputs::send(Output& output, Queue* queues,
                                                                Packet* packets, std::uint64_t cycle,
                                                                std::uint64_t before) {
  while (cycle < before) {
    unsigned c = highest(output.waiting);
    if (packets[queues[c].first].reaches > cycle) {
      c = choose(output, queues, before, cycle);
      if (cycle >= before) break;
    }
    Queue& queue = queues[c];
    const std::uint32_t name = queue.first;
    Packet& packet = packets[name];
    queue.first = packet.next;
    const std::uint64_t begins = cycle;
    output.free = cycle += packet.cycles;
    if (__builtin_expect(packet.early, 0))
      send_early(output, c, name, begins);
    else
      packet.leaves = begins;
    if (name == queue.last) {
      output.waiting ^= 1U << c;
      if (output.waiting == 0) return kNever;
    }
  }
  return cycle;
}

void StrictOutputs::send_all(std::uint64_t before) {
  Output* const outputs = outputs_.data();
  Queue* const queues = waiting_.data();
  Packet* const packets = packets_.data();
  std::uint64_t next = kNever;
  PortMask pending = pending_;
  for_each_port(pending, [&](unsigned n) {
    std::uint64_t cycle = std::max(outputs[n].next, outputs[n].free);
    if (cycle < before) {
      outputs[n].next = cycle = send(outputs[n], queues + std::size_t{n} * classes_, packets, cycle, before);
      if (cycle == kNever) pending ^= bit(n);
    }
    next = std::min(next, cycle);
  });
  pending_ = pending;
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
  count_later(number_of(output), {cycle, static_cast<std::int64_t>(packet.leaves - cycle), packet.source,
                                  static_cast<std::uint8_t>(of_class), packet.counts});
  packet.early = false;
  give_back(name);
}

void StrictOutputs::count_later(const DeliveredPacket& packet, std::int64_t lag, bool counts,
                                std::uint64_t cycle) {
  count_later(packet.destination, {cycle, lag, static_cast<std::uint16_t>(packet.source),
                                   static_cast<std::uint8_t>(packet.of_class), counts});
}

void StrictOutputs::count_later(unsigned destination, const Later& later) {
  Output& output = outputs_[destination];
  output.due = std::min(output.due, later.cycle);
  output.later.push_back(later);
  have_later_ |= bit(destination);
}

}  // namespace xb
