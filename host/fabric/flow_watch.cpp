// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_watch.h"

namespace xb {

std::vector<FlowWatch::Count> FlowWatch::look() const {
  std::vector<Count> counts(std::size_t{ports_} * ports_);
  for (unsigned input = 0; input < ports_; ++input) {
    for (unsigned output = 0; output < ports_; ++output) {
      const std::size_t flow = std::size_t{input} * ports_ + output;
      Count& count = counts[flow];
      count.taken = transmitter_.started(input, output);
      if (transmitter_.offers_first_beat(input, output)) --count.taken;
      count.delivered = count.taken - scoreboard_.flow(input, output).packets.size() -
                        static_cast<std::uint32_t>(scoreboard_.lost(input, output));
    }
  }
  return counts;
}

void FlowWatch::open(std::uint64_t now) {
  opened_ = now;
  begin_ = look();
  lost_.assign(begin_.size(), 0);
}

void FlowWatch::close(std::uint64_t now) {
  closed_ = now;
  end_ = look();
}

void FlowWatch::lost(unsigned output, const PacketInFlight& packet) {
  if (!is_of_window(packet)) return;
  ++lost_[std::size_t{PacketHeader::decode(packet.header).source} * ports_ + output];
}

FlowCounts FlowWatch::counts() const {
  FlowCounts counts;
  counts.lost = lost_;
  const std::vector<Count> at_end = look();
  for (std::size_t flow = 0; flow < begin_.size(); ++flow) {
    const std::uint32_t taken = end_[flow].taken - begin_[flow].taken;
    counts.taken.push_back(taken);
    counts.delivered.push_back(end_[flow].delivered - begin_[flow].delivered);
    counts.silent.push_back(taken > 0 && at_end[flow].delivered == begin_[flow].delivered);
    scoreboard_.for_each(static_cast<unsigned>(flow / ports_), static_cast<unsigned>(flow % ports_),
                         [&](const PacketInFlight& packet) {
                           if (is_of_window(packet)) ++counts.lost[flow];
                         });
  }
  return counts;
}

}  // namespace xb
