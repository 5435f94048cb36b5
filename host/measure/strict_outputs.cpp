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
StrictOutputs::Choice StrictOutputs::choose(const Output& output, const Queue* queues, std::uint64_t cycle,
                                            std::uint64_t before) const {
  do {
    std::uint64_t first = kNever;
    for (std::uint32_t left = output.waiting; left != 0; left ^= 1U << highest(left)) {
      const std::uint64_t reaches = packets_[queues[highest(left)].first].reaches;
      if (reaches <= cycle) return {highest(left), cycle};
      first = std::min(first, reaches);
    }
    cycle = on_link(first, output.period);
  } while (cycle < before);
  return {0, cycle};
}

/// An output with packets in its queues begins some of them.
void StrictOutputs::send(unsigned destination, std::uint64_t before) {
  Output& output = outputs_[destination];
  Queue* const queues = waiting(destination);
  Packet* const packets = packets_.data();
  std::uint64_t cycle = std::max(output.next, output.free);
  while (cycle < before) {
    unsigned c = highest(output.waiting);
    if (packets[queues[c].first].reaches > cycle) {
      const Choice choice = choose(output, queues, cycle, before);
      c = choice.of_class;
      cycle = choice.cycle;
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
      if (output.waiting == 0) cycle = kNever;
    }
  }
  output.next = cycle;
}

/// The ideal switch has not decided when it sends the packet.
void StrictOutputs::leave_early(std::uint32_t name, const DeliveredPacket& left, bool counts) {
  Packet& packet = packets_[name];
  packet.leaves = left.first_out_cycle;
  packet.early = true;
  packet.counts = counts;
  Output& output = outputs_[left.destination];
  ++output.early;
  output.due = 0;
}

/// Now it has.
void StrictOutputs::send_early(Output& output, unsigned of_class, std::uint32_t name, std::uint64_t cycle) {
  Packet& packet = packets_[name];
  count_later(number_of(output), {cycle, static_cast<std::int64_t>(packet.leaves - cycle), packet.source,
                                  static_cast<std::uint8_t>(of_class), packet.counts});
  packet.early = false;
  --output.early;
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
}

}  // namespace xb
