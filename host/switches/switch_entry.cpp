// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_entry.h"

#include <algorithm>

namespace xb {

bool SwitchEntry::uses(const std::string& key) const {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

LoneRange SwitchEntry::lone_cycles(const SwitchConfig& c, unsigned beats) const {
  constexpr unsigned kPhases = 4;  // of pipelined memories of fewer ports, which have so many turns
  LoneRange cycles{lone_cycles(c, 0, 0, 0, beats), lone_cycles(c, 0, 0, 0, beats)};
  if (zero_load_by_length && c.speedup == 1) return cycles;  // large networks have thousands of such switches
  for (unsigned input = 0; input < c.ports; ++input) {
    for (unsigned output = 0; output < c.ports; ++output) {
      for (unsigned phase = 0; phase < kPhases; ++phase) {
        const std::uint64_t one = lone_cycles(c, input, output, phase, beats);
        cycles = {std::min(cycles.least, one), std::max(cycles.most, one)};
      }
    }
  }
  return cycles;
}

std::uint64_t input_packet_capacity(const SwitchConfig& config, QueueSharing sharing) {
  const bool partition =
      sharing == QueueSharing::UnderDrop && config.drop() && config.sharing == Sharing::Partition;
  return partition ? config.depth / config.ports : config.depth;
}

std::uint64_t port_memory_beats(const SwitchConfig& config, unsigned /*longest_packet*/) {
  return std::uint64_t{config.ports} * config.classes * config.depth;
}

std::uint32_t crosspoint_beats(const SwitchConfig& config, unsigned longest_packet) {
  // Two sizes only, so that few models need building.
  constexpr std::uint32_t kSmall = 16;
  constexpr std::uint32_t kLarge = 1024;
  return std::uint64_t{config.crosspoint_depth} * longest_packet <= kSmall ? kSmall : kLarge;
}

}  // namespace xb
