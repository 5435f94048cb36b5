// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_watch.h"

namespace xb {

std::vector<FlowWatch::Count> FlowWatch::look() const {
  std::vector<Count> counts(std::size_t{scoreboard_.sources()} * ports_);
  for (unsigned source = 0; source < scoreboard_.sources(); ++source) {
    for (unsigned output = 0; output < ports_; ++output) {
      Count& count = counts[std::size_t{source} * ports_ + output];
      std::uint32_t taken = transmitter_.started(source, output);
      if (transmitter_.offers_first_beat(source, output)) --taken;
      count.taken = taken;
      count.delivered = taken - scoreboard_.flow(source, output).packets.size() -
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
  const std::size_t flows = std::size_t{ports_} * ports_;
  FlowCounts counts;
  for (auto* const of_flow : {&counts.taken, &counts.delivered, &counts.lost}) of_flow->resize(flows);
  counts.lost_by_class.resize(scoreboard_.sources() / ports_);
  counts.taken_by_source.resize(scoreboard_.sources());
  std::vector<std::uint64_t> heard(flows);  // delivered from the window's begin to the end
  const std::vector<Count> at_end = look();
  for (unsigned source = 0; source < scoreboard_.sources(); ++source) {
    for (unsigned output = 0; output < ports_; ++output) {
      const std::size_t at = std::size_t{source} * ports_ + output;
      const std::size_t flow = std::size_t{source % ports_} * ports_ + output;
      const std::uint32_t taken = end_[at].taken - begin_[at].taken;
      counts.taken[flow] += taken;
      counts.taken_by_source[source] += taken;
      counts.delivered[flow] += std::uint32_t{end_[at].delivered - begin_[at].delivered};
      heard[flow] += std::uint32_t{at_end[at].delivered - begin_[at].delivered};
      std::uint64_t lost = lost_.empty() ? 0 : lost_[at];
      scoreboard_.for_each(source, output,
                           [&](const PacketInFlight& packet) { lost += is_of_window(packet) ? 1 : 0; });
      counts.lost[flow] += lost;
      counts.lost_by_class[source / ports_] += lost;
    }
  }
  for (std::size_t flow = 0; flow < flows; ++flow)
    counts.silent.push_back(counts.taken[flow] > 0 && heard[flow] == 0);
  return counts;
}

}  // namespace xb
