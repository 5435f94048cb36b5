// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_watch.h"

namespace xb {

std::vector<FlowWatch::Count> FlowWatch::look() const {
  std::vector<Count> counts(std::size_t{ports_} * ports_);
  for (unsigned source = 0; source < scoreboard_.sources(); ++source) {
    for (unsigned output = 0; output < ports_; ++output) {
      Count& count = counts[std::size_t{source % ports_} * ports_ + output];
      std::uint32_t taken = transmitter_.started(source, output);
      if (transmitter_.offers_first_beat(source, output)) --taken;
      count.taken += taken;
      count.delivered += taken - scoreboard_.flow(source, output).packets.size() -
                         static_cast<std::uint32_t>(scoreboard_.lost(source, output));
    }
  }
  return counts;
}

void FlowWatch::open(std::uint64_t now) {
  opened_ = now;
  begin_ = look();
  lost_.assign(std::size_t{scoreboard_.sources()} * ports_, 0);
}

void FlowWatch::close(std::uint64_t now) {
  closed_ = now;
  end_ = look();
}

void FlowWatch::lost(unsigned source, unsigned output, const PacketInFlight& packet) {
  if (is_of_window(packet)) ++lost_[std::size_t{source} * ports_ + output];
}

FlowCounts FlowWatch::counts() const {
  FlowCounts counts;
  counts.lost.resize(begin_.size());
  counts.lost_by_class.resize(scoreboard_.sources() / ports_);
  const std::vector<Count> at_end = look();
  for (std::size_t flow = 0; flow < begin_.size(); ++flow) {
    const std::uint32_t taken = end_[flow].taken - begin_[flow].taken;
    counts.taken.push_back(taken);
    counts.delivered.push_back(end_[flow].delivered - begin_[flow].delivered);
    counts.silent.push_back(taken > 0 && at_end[flow].delivered == begin_[flow].delivered);
  }
  for (unsigned source = 0; source < scoreboard_.sources(); ++source) {
    for (unsigned output = 0; output < ports_; ++output) {
      std::uint64_t lost = lost_.empty() ? 0 : lost_[std::size_t{source} * ports_ + output];
      scoreboard_.for_each(source, output,
                           [&](const PacketInFlight& packet) { lost += is_of_window(packet) ? 1 : 0; });
      counts.lost[std::size_t{source % ports_} * ports_ + output] += lost;
      counts.lost_by_class[source / ports_] += lost;
    }
  }
  return counts;
}

}  // namespace xb
