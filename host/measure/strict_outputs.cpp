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
  Ring<Arrival>& packets = queue.packets;
  const auto source = [&](const Arrival& arrival) { return packets_[arrival.name].source; };
  for (std::uint32_t n = packets.size() - 1; n > 0 && packets[n].cycle < packets[n - 1].cycle; --n) {
    std::swap(packets[n], packets[n - 1]);
    if (source(packets[n]) == source(packets[n - 1])) std::swap(packets[n].name, packets[n - 1].name);
  }
}

/// The ideal switch sends what begins until cycle `now`: all that counts for that has come.
void StrictOutputs::send(unsigned destination, std::uint64_t now) {
  Output& output = outputs_[destination];
  Queue* const queues = waiting(destination);
  for (std::uint64_t cycle = output.free; cycle <= now && output.waiting != 0;) {
    unsigned c = 0;
    std::uint64_t first = kNever;
    for (std::uint32_t left = output.waiting; left != 0 && first > cycle; left ^= 1U << c) {
      c = 31U - static_cast<unsigned>(__builtin_clz(left));
      first = std::min(first, queues[c].packets.front().cycle);
    }
    if (first > cycle) {  // nothing has reached it
      cycle = on_link(first, output.period);
      continue;
    }
    const Arrival& arrival = queues[c].packets.front();
    output.free = cycle + arrival.beats * output.period;
    Packet& packet = packets_[arrival.name];
    if (__builtin_expect(packet.early, 0))
      send_early({packet.source, destination, c}, arrival.name, cycle);
    else
      packet.cycle = cycle;
    queues[c].packets.pop();
    if (queues[c].packets.empty()) output.waiting ^= 1U << c;
    cycle = output.free;
  }
}

/// The ideal switch has not decided when it sends the packet.
std::int64_t StrictOutputs::leave_early(const Flow& flow, std::uint32_t name, std::uint64_t first,
                                        bool counts) {
  Output& output = outputs_[flow.destination];
  ++output.early;
  output.due = 0;
  Packet& packet = packets_[name];
  packet.cycle = first;
  packet.early = true;
  packet.counts = counts;
  return kUnknown;
}

std::int64_t StrictOutputs::known_later(const Flow& flow, std::int64_t lag, bool counts,
                                        std::uint64_t cycle) {
  Output& output = outputs_[flow.destination];
  output.due = std::min(output.due, cycle);
  output.later.push_back({{flow, lag, counts}, cycle});
  return kUnknown;
}

/// Now it has.
void StrictOutputs::send_early(const Flow& flow, std::uint32_t name, std::uint64_t cycle) {
  Packet& packet = packets_[name];
  const Lag lag{flow, static_cast<std::int64_t>(packet.cycle - cycle), packet.counts};
  Output& output = outputs_[flow.destination];
  --output.early;
  output.later.push_back({lag, cycle});
  packet.early = false;
  give_back(name);
}

void StrictOutputs::find_early(unsigned destination, std::uint64_t now) {
  Output& output = outputs_[destination];
  if (output.free <= now) send(destination, now);
  output.due = output.early != 0 ? 0 : kNever;
  std::size_t kept = 0;
  for (const Later& later : output.later) {
    if (later.cycle <= now) {
      lags_.push_back(later.lag);
    } else {
      output.due = std::min(output.due, later.cycle);
      output.later[kept++] = later;
    }
  }
  output.later.resize(kept);
}

}  // namespace xb
