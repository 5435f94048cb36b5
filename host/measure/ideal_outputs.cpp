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
    : ports_(cycles_per_beat.size()), flows_(ports_ * ports_) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

/// Others may reach their output before it does.
void IdealOutputs::wait(Output& output, const Arrival& packet, const Arrival& by_rank) {
  output.packets.add(packet);
  output.ranks.add(by_rank);
}

/// Sends what must be known before the next packet of a flow leaves.
void IdealOutputs::send_until(unsigned destination, const Flow& packets, std::uint64_t now) {
  Server& server = outputs_[destination].packets;
  while (packets.empty() || server.has_one_until(now)) send(destination, server.take_next());
}

void IdealOutputs::send_ranks_until(Output& output, std::uint64_t now) {
  while (output.ranks.has_one_until(now)) send_by_rank(output, output.ranks.take_next());
}

/// last_of_next() where a row ends.
std::uint64_t IdealOutputs::last_of_rows(Output& output, unsigned beats) {
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

void IdealOutputs::lost(unsigned source, unsigned destination, std::uint64_t now) {
  static_cast<void>(take_cycle(source, destination, now));
  ++lost_packets_;
}

}  // namespace xb
