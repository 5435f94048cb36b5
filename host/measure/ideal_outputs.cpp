// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

#include <algorithm>

namespace xb {

void IdealOutputs::Server::insert(const Arrival& arrival) {
  auto place = arrivals.end();
  while (place != arrivals.begin() + static_cast<std::ptrdiff_t>(next) && arrival.cycle < (place - 1)->cycle)
    --place;
  arrivals.insert(place, arrival);
}

IdealOutputs::IdealOutputs(const std::vector<unsigned>& cycles_per_beat)
    : flows_(cycles_per_beat.size() * cycles_per_beat.size()) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

/// When the next packet of a flow, which is settled by cycle `now`, leaves.
std::uint64_t IdealOutputs::take_cycle(unsigned source, unsigned destination, std::uint64_t now) {
  Flow& packets = flow(source, destination);
  Server& server = outputs_[destination].packets;
  while (packets.empty() || server.has_one_until(now)) send(destination, server.take_next());
  const std::uint64_t cycle = packets.front();
  packets.pop();
  return cycle;
}

/// When the last of the next so many beats leaves.
std::uint64_t IdealOutputs::last_of_next(Output& output, unsigned beats) {
  while (true) {
    if (output.rows.empty()) send_by_rank(output, output.ranks.take_next());
    Row& row = output.rows.front();
    const auto now = static_cast<unsigned>(std::min<std::uint64_t>(beats, row.beats));
    beats -= now;
    row.beats -= now;
    row.first += std::uint64_t{now} * output.cycles_per_beat;
    const std::uint64_t last = row.first - output.cycles_per_beat;
    if (row.beats == 0) output.rows.pop();
    if (beats == 0) return last;
  }
}

IdealOutputs::Lag IdealOutputs::left(unsigned source, unsigned destination, unsigned beats,
                                     std::uint64_t first, std::uint64_t last) {
  const std::uint64_t ideal = take_cycle(source, destination, last);
  Output& output = outputs_[destination];
  while (output.ranks.has_one_until(last)) send_by_rank(output, output.ranks.take_next());
  const std::uint64_t by_rank = last_of_next(output, beats);
  return {static_cast<std::int64_t>(first - ideal), static_cast<std::int64_t>(last - by_rank)};
}

void IdealOutputs::lost(unsigned source, unsigned destination, std::uint64_t now) {
  static_cast<void>(take_cycle(source, destination, now));
  ++lost_packets_;
}

}  // namespace xb
