// SPDX-License-Identifier: Apache-2.0
#include "host/measure/occupancy_series.h"

#include <numeric>
#include <utility>

namespace xb {

void OccupancySeries::add(const SwitchOutputs& out, unsigned queues) {
  beats.push_back(std::accumulate(out.occ_beats, out.occ_beats + queues, 0U));
  packets.push_back(std::accumulate(out.occ_packets, out.occ_packets + queues, 0U));
  queue_beats.emplace_back(out.occ_beats, out.occ_beats + queues);
  ++samples;
  if (samples * (std::size_t{queues} + 2) >= kMostNumbers) thin_out();
}

void OccupancySeries::thin_out() {
  const std::size_t kept = (samples + 1) / 2;
  for (std::size_t n = 1; n < kept; ++n) {
    beats[n] = beats[2 * n];
    packets[n] = packets[2 * n];
    queue_beats[n] = std::move(queue_beats[2 * n]);
  }
  beats.resize(kept);
  packets.resize(kept);
  queue_beats.resize(kept);
  samples = kept;
  period *= 2;
}

}  // namespace xb
