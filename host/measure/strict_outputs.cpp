// SPDX-License-Identifier: Apache-2.0
#include "host/measure/strict_outputs.h"

#include <algorithm>
#include <utility>

namespace xb {

namespace {

/// The first cycle from one on in which a link moves a beat.
std::uint64_t on_link(std::uint64_t cycle, std::uint64_t period) {
  return period == 1 ? cycle : (cycle + period - 1) / period * period;
}

}  // namespace

StrictOutputs::StrictOutputs(const std::vector<unsigned>& cycles_per_beat, unsigned classes)
    : classes_(classes),
      waiting_(cycles_per_beat.size() * classes),
      ahead_(cycles_per_beat.size() * cycles_per_beat.size() * classes) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles, 0, kNever});
}

void StrictOutputs::arrived(const Flow& flow, unsigned beats, std::uint64_t cycle) {
  Ring<Arrival>& queue = waiting(flow.destination)[flow.of_class];
  queue.push({cycle, flow.source, beats});
  for (std::uint32_t n = queue.size() - 1; n > 0 && cycle < queue[n - 1].cycle; --n)
    std::swap(queue[n], queue[n - 1]);
  Output& output = outputs_[flow.destination];
  output.next = std::min(output.next, on_link(std::max(cycle, output.free), output.period));
}

void StrictOutputs::left(const Flow& flow, std::uint64_t cycle, bool counts, std::uint64_t now) {
  // What reaches the output until now has come.
  Output& output = outputs_[flow.destination];
  while (output.next <= now) send(output, flow.destination);
  Ahead& packets = ahead(flow);
  if (packets.ideal.empty()) return packets.real.push({cycle, counts});
  both_left(flow, {cycle, counts}, packets.ideal.front());
  packets.ideal.pop();
}

void StrictOutputs::send(Output& output, unsigned destination) {
  const std::uint64_t cycle = output.next;
  Ring<Arrival>* const queues = waiting(destination);
  unsigned of_class = classes_ - 1;
  while (queues[of_class].empty() || queues[of_class].front().cycle > cycle) --of_class;
  const Arrival packet = queues[of_class].front();
  queues[of_class].pop();
  output.free = cycle + packet.beats * output.period;
  std::uint64_t first = kNever;
  for (unsigned c = 0; c < classes_; ++c)
    if (!queues[c].empty()) first = std::min(first, queues[c].front().cycle);
  output.next = first == kNever ? kNever : on_link(std::max(first, output.free), output.period);
  const Flow flow{packet.source, destination, of_class};
  Ahead& packets = ahead(flow);
  if (packets.real.empty()) return packets.ideal.push(cycle);
  both_left(flow, packets.real.front(), cycle);
  packets.real.pop();
}

void StrictOutputs::both_left(const Flow& flow, const Departure& real, std::uint64_t ideal) {
  lags_.push_back({flow, static_cast<std::int64_t>(real.cycle - ideal), real.counts});
}

}  // namespace xb
