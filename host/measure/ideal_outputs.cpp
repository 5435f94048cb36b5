// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

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
  const std::uint64_t cycle = cycles_.front(packets);
  cycles_.pop(packets);
  return cycle;
}

/// When the last of the next so many beats leaves.
std::uint64_t IdealOutputs::last_of_next(Output& output, unsigned beats) {
  while (true) {
    if (output.rows.empty()) send_by_rank(output, output.ranks.take_next());
    const Row row = rows_.front(output.rows);
    const unsigned rest = row.beats - output.sent_of_row;
    if (beats < rest) {
      output.sent_of_row += beats;
      return row.first + std::uint64_t{output.sent_of_row - 1} * output.cycles_per_beat;
    }
    rows_.pop(output.rows);
    output.sent_of_row = 0;
    beats -= rest;
    if (beats == 0) return row.first + std::uint64_t{row.beats - 1} * output.cycles_per_beat;
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
