// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/flow_times.h"

#include <cmath>

namespace xb {

std::uint32_t FlowTimes::add(const Flow& flow) {
  if (free_.empty()) {
    flows_.push_back(flow);
    return static_cast<std::uint32_t>(flows_.size() - 1);
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  flows_[number] = flow;
  return number;
}

void FlowTimes::delivered(const DeliveredPacket& packet) {
  const std::uint32_t number = packet.note.message;
  if (number == PacketNote::kNoMessage) return;
  Flow& flow = flows_[number];
  if (--flow.packets > 0) return;
  free_.push_back(number);
  if (packet.last_out_cycle < begin_ || packet.last_out_cycle >= end_) return;
  const std::uint64_t cycles = packet.last_out_cycle + 1 - flow.arrived;
  double slowdown = 0;
  if (zero_load_) {
    const std::uint64_t last = (packet.length_beats - 1) * flow.cycles_per_beat + 1;
    slowdown =
        static_cast<double>(cycles) / static_cast<double>(flow.before_last + zero_load_(packet) + last);
  }
  const auto add = [&](Class& to) {
    to.cycles.add(cycles);
    to.slowdown.add(static_cast<std::uint64_t>(std::llround(slowdown * 1000)));
    to.slowdown_sum += slowdown;
  };
  add(all_);
  if (flow.bytes < kSmallBytes) add(small_);
  if (flow.bytes > kLargeBytes) add(large_);
}

}  // namespace xb
