// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/trip_measures.h"

namespace xb {

void TripMeasures::take_stretches(std::uint64_t now) {
  const std::size_t whole = (now - begin_) / kStretchCycles;
  constexpr auto kCycles = static_cast<double>(kStretchCycles);
  for (; taken_ < whole; ++taken_) {
    if (stretches_.empty()) stretches_.emplace_back();
    const Stretch& s = stretches_.front();
    const auto packets = static_cast<double>(s.packets);
    batches_.throughput.add(static_cast<double>(s.beats), kCycles * hosts_);
    batches_.latency.add(static_cast<double>(s.latency), packets);
    batches_.queueing.add(static_cast<double>(s.queueing), packets);
    stretches_.pop_front();
  }
}

bool TripMeasures::known_within(double share, std::uint64_t now, double correlation_time) {
  take_stretches(now);
  return batches_.throughput.within(share) && batches_.queueing.within(share, correlation_time);
}

void TripMeasures::close(std::uint64_t now) {
  if (intervals_) take_stretches(now);
  open_ = false;
}

}  // namespace xb
