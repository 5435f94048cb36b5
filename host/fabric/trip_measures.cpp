// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/trip_measures.h"

namespace xb {

void TripCounts::add_first_to(Stretch& sum) {
  ++taken_;
  if (stretches_.empty()) return;
  const Stretch& s = stretches_.front();
  sum.packets += s.packets;
  sum.beats += s.beats;
  sum.latency += s.latency;
  sum.queueing += s.queueing;
  stretches_.pop_front();
}

void TripMeasures::take_stretches(std::uint64_t now) {
  const std::size_t whole = (now - begin_) / TripCounts::kStretchCycles;
  constexpr auto kCycles = static_cast<double>(TripCounts::kStretchCycles);
  while (total().taken_ < whole) {
    TripCounts::Stretch s;
    for (TripCounts& counts : counts_) counts.add_first_to(s);
    const auto packets = static_cast<double>(s.packets);
    batches_.throughput.add(static_cast<double>(s.beats), kCycles * hosts_);
    batches_.latency.add(static_cast<double>(s.latency), packets);
    batches_.queueing.add(static_cast<double>(s.queueing), packets);
  }
}

bool TripMeasures::known_within(double share, std::uint64_t now, double correlation_time) {
  take_stretches(now);
  return batches_.throughput.within(share) && batches_.queueing.within(share, correlation_time);
}

void TripMeasures::close(std::uint64_t now) {
  if (total().intervals_) take_stretches(now);
  TripCounts& sum = counts_.front();
  for (TripCounts& counts : counts_) {
    counts.open_ = false;
    if (&counts == &sum) continue;
    sum.latency_.add(counts.latency_);
    sum.queueing_.add(counts.queueing_);
    sum.switches_ += counts.switches_;
    sum.beats_ += counts.beats_;
  }
}

}  // namespace xb
