// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

#include <algorithm>

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

IdealOutputs::IdealOutputs(const std::vector<unsigned>& cycles_per_beat, bool apart)
    : ports_(cycles_per_beat.size()), apart_(ports_), flows_(ports_ * ports_) {
  for (const unsigned cycles : cycles_per_beat) {
    outputs_.push_back({cycles});
    if (apart) set_apart(outputs_.back());
  }
}

std::uint64_t IdealOutputs::arrived(unsigned source, unsigned destination, unsigned beats,
                                    const LoneOut& alone) {
  Output& output = outputs_[destination];
  Apart& apart = apart_[destination];
  const bool waits = alone.cycle > alone.soon || !apart.packets.empty() || !apart.ranks.empty();
  if (!waits) {
    const std::uint64_t first = send_by_rank(output, alone.least, beats, output.apart);
    return output.apart ? send(destination, alone.cycle, beats) : first;
  }
  if (!output.apart) apart.free = output.free;
  set_apart(output);
  apart.packets.add({alone.cycle, source, beats});
  apart.ranks.add({alone.least, source, beats});
  return kNotYet;
}

/// The first cycle of a packet that reaches its output in `cycle`.
std::uint64_t IdealOutputs::send(unsigned destination, std::uint64_t cycle, unsigned beats) {
  const std::uint64_t period = outputs_[destination].period;
  std::uint64_t& free = apart_[destination].free;
  const std::uint64_t first = std::max(on_link(cycle, period), free);
  free = first + beats * period;
  return first;
}

void IdealOutputs::send_next(unsigned destination) {
  const Arrival packet = apart_[destination].packets.take_next();
  flow(packet.source, destination).extend() = send(destination, packet.cycle, packet.beats);
}

std::uint64_t IdealOutputs::settle(unsigned source, unsigned destination, std::uint64_t ideal,
                                   std::uint64_t now) {
  Output& output = outputs_[destination];
  Apart& apart = apart_[destination];
  if (!output.pauses.empty() && output.left > output.pauses.front().begin) pass_pauses(output);
  while (apart.packets.has_one_until(now)) send_next(destination);
  while (!apart.ranks.empty() && (apart.ranks.has_one_until(now) || output.left > output.free)) {
    const Arrival packet = apart.ranks.take_next();
    send_by_rank(output, packet.cycle, packet.beats, true);
  }
  return ideal == kNotYet ? take_cycle(source, destination, now) : ideal;
}

/// When the next packet of a flow that has waited leaves.
std::uint64_t IdealOutputs::take_cycle(unsigned source, unsigned destination, std::uint64_t now) {
  Flow& packets = flow(source, destination);
  while (packets.empty() || apart_[destination].packets.has_one_until(now)) send_next(destination);
  const std::uint64_t cycle = packets.front();
  packets.pop();
  return cycle;
}

void IdealOutputs::lost(unsigned source, unsigned destination, std::uint64_t ideal, std::uint64_t now) {
  if (ideal == kNotYet) static_cast<void>(take_cycle(source, destination, now));
  ++lost_packets_;
}

}  // namespace xb
