// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "host/link/switch_wires.h"

namespace xb {

/// Takes a sample of the occupancy, instead of the record: the cycle, and what the switch showed in it.
using OccupancySink = std::function<void(std::uint64_t cycle, const SwitchOutputs& out)>;

/// Occupancy of every queue and of the switch, sampled every so many cycles of a window. A series in the
/// record is bounded: when it has kMostNumbers, every other sample goes, and the period doubles.
struct OccupancySeries {
  static constexpr std::size_t kMostNumbers = 1000000;

  std::uint64_t period = 0;                             ///< cycles; 0: none
  std::uint64_t first_cycle = 0;                        ///< of the first sample
  std::uint64_t samples = 0;                            ///< as many as below, or as went to a sink
  std::vector<std::uint32_t> beats, packets;            // whole switch, per sample
  std::vector<std::vector<std::uint32_t>> queue_beats;  // per sample and queue

  void add(const SwitchOutputs& out, unsigned queues);
  [[nodiscard]] std::uint64_t next_cycle() const { return first_cycle + samples * period; }

 private:
  void thin_out();
};

}  // namespace xb
