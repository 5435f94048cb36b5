// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/switch_wires.h"

namespace xb {

/// Occupancy of every queue and of the switch, sampled every so many cycles of a window.
struct OccupancySeries {
  std::uint64_t period = 0;                             ///< cycles; 0: none
  std::uint64_t first_cycle = 0;                        ///< of the first sample
  std::vector<std::uint32_t> beats, packets;            // whole switch, per sample
  std::vector<std::vector<std::uint32_t>> queue_beats;  // per sample and queue

  void add(const SwitchOutputs& out, unsigned queues) {
    std::uint32_t total_beats = 0;
    std::uint32_t total_packets = 0;
    for (unsigned q = 0; q < queues; ++q) {
      total_beats += out.occ_beats[q];
      total_packets += out.occ_packets[q];
    }
    beats.push_back(total_beats);
    packets.push_back(total_packets);
    queue_beats.emplace_back(out.occ_beats, out.occ_beats + queues);
  }
};

}  // namespace xb
