// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

namespace xb {

void IdealOutputs::Waiting::add(const Arrival& arrival) {
  if (empty()) {
    arrivals.clear();
    next = 0;
  }
  auto place = arrivals.end();
  while (place != arrivals.begin() + static_cast<std::ptrdiff_t>(next) && arrival.cycle < (place - 1)->cycle)
    --place;
  arrivals.insert(place, arrival);
}

IdealOutputs::IdealOutputs(const std::vector<unsigned>& cycles_per_beat)
    : ports_(cycles_per_beat.size()), flows_(ports_ * ports_) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

/// Others may reach their output before it does.
std::uint64_t IdealOutputs::wait(Output& output, unsigned source, unsigned beats, const LoneOut& alone) {
  output.packets.add({alone.cycle, source, beats});
  output.ranks.add({alone.least, source, beats});
  output.waiting += 2;
  return kNotYet;
}

void IdealOutputs::send_next(Output& output, unsigned destination) {
  const Arrival& packet = output.packets.arrivals[output.packets.next++];
  --output.waiting;
  flow(packet.source, destination).extend() = send(output, packet.cycle, packet.beats);
}

/// Sends what reaches an output until cycle `now`, by rank as many beats as have left the switch.
void IdealOutputs::settle(Output& output, unsigned destination, std::uint64_t now) {
  while (output.packets.has_one_until(now)) send_next(output, destination);
  Waiting& ranks = output.ranks;
  while (!ranks.empty() && (ranks.has_one_until(now) || output.left > output.free_by_rank - output.last_shift)) {
    const Arrival& packet = ranks.arrivals[ranks.next++];
    --output.waiting;
    send_by_rank(output, packet.cycle, packet.beats);
  }
}

/// When the next packet of a flow that has waited leaves.
std::uint64_t IdealOutputs::take_cycle(unsigned source, unsigned destination, std::uint64_t now) {
  Output& output = outputs_[destination];
  Flow& packets = flow(source, destination);
  while (packets.empty() || output.packets.has_one_until(now)) send_next(output, destination);
  const std::uint64_t cycle = packets.front();
  packets.pop();
  return cycle;
}

void IdealOutputs::lost(unsigned source, unsigned destination, std::uint64_t ideal, std::uint64_t now) {
  if (ideal == kNotYet) static_cast<void>(take_cycle(source, destination, now));
  ++lost_packets_;
}

}  // namespace xb
