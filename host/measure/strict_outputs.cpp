// SPDX-License-Identifier: Apache-2.0
#include "host/measure/strict_outputs.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace xb {

StrictOutputs::StrictOutputs(const std::vector<unsigned>& cycles_per_beat, unsigned classes)
    : ahead_(cycles_per_beat.size() * cycles_per_beat.size() * classes) {
  for (const unsigned cycles : cycles_per_beat)
    outputs_.push_back({cycles, 0, std::vector<std::deque<Arrival>>(classes)});
}

void StrictOutputs::arrived(const Flow& flow, unsigned beats, std::uint64_t cycle) {
  auto& waiting = outputs_[flow.destination].waiting[flow.of_class];
  const auto later = [](std::uint64_t at, const Arrival& other) { return at < other.cycle; };
  waiting.insert(std::upper_bound(waiting.begin(), waiting.end(), cycle, later), {cycle, flow.source, beats});
}

void StrictOutputs::left(const Flow& flow, std::uint64_t cycle, bool counts, std::uint64_t now) {
  settle(flow.destination, now);
  Ahead& packets = ahead(flow);
  if (packets.ideal.empty()) return packets.real.push({cycle, counts});
  both_left(flow, {cycle, counts}, packets.ideal.front());
  packets.ideal.pop();
}

std::vector<StrictOutputs::Lag> StrictOutputs::take_lags() { return std::exchange(lags_, {}); }

/// Sends what begins until cycle `now`: what reaches the output until then has come.
void StrictOutputs::settle(unsigned destination, std::uint64_t now) {
  Output& output = outputs_[destination];
  for (;;) {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& waiting : output.waiting)
      if (!waiting.empty()) first = std::min(first, waiting.front().cycle);
    if (first > now) return;
    const std::uint64_t from = std::max(first, output.free);
    const std::uint64_t cycle = (from + output.period - 1) / output.period * output.period;
    if (cycle > now) return;
    send(output, destination, cycle);
  }
}

void StrictOutputs::send(Output& output, unsigned destination, std::uint64_t cycle) {
  auto of_class = static_cast<unsigned>(output.waiting.size() - 1);
  while (output.waiting[of_class].empty() || output.waiting[of_class].front().cycle > cycle) --of_class;
  const Arrival packet = output.waiting[of_class].front();
  output.waiting[of_class].pop_front();
  output.free = cycle + packet.beats * output.period;
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
