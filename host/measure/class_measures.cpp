// SPDX-License-Identifier: Apache-2.0
#include "host/measure/class_measures.h"

#include "host/measure/measures.h"

namespace xb {

void ClassMeasures::open(std::uint64_t now) {
  if (!empty()) stretch_end_ = now + Measures::kStretchCycles;
}

void ClassMeasures::delivered(const DeliveredPacket& packet, std::uint64_t zero_load_cycles) {
  if (stretch_end_ == kNever) return;
  const std::uint64_t latency = packet.last_out_cycle - packet.first_in_cycle;
  const std::uint64_t through = packet.first_out_cycle - packet.first_in_cycle;
  OfClass& c = classes_[packet.of_class];
  c.latency.add(latency);
  c.queueing.add(through > zero_load_cycles ? through - zero_load_cycles : 0);
  c.delivered_beats += packet.length_beats;
  Stretch& s = stretch_[packet.of_class];
  ++s.packets;
  s.beats += packet.length_beats;
  s.latency += latency;
  s.queueing += static_cast<std::int64_t>(through - zero_load_cycles);
}

void ClassMeasures::head_of_line(const HigherClass::Front& front, std::uint64_t cycles) {
  if (stretch_end_ == kNever) return;
  for_each_port(front.behind, [&](unsigned c) { classes_[c].behind[front.of_class] += cycles; });
  classes_[front.of_class].blame[std::size_t{front.input} * ports_ + front.output] += cycles;
}

void ClassMeasures::end_stretch() {
  std::vector<Batch> row;
  for (Stretch& s : stretch_) {
    const auto packets = static_cast<double>(s.packets);
    row.push_back({static_cast<double>(s.beats), static_cast<double>(Measures::kStretchCycles)});
    row.push_back({static_cast<double>(s.latency), packets});
    row.push_back({static_cast<double>(s.queueing), packets});
    s = {};
  }
  batches_.add(row.data());
  stretch_end_ += Measures::kStretchCycles;
}

}  // namespace xb
