// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_entry.h"

#include <algorithm>

#include "host/point/run_config.h"

namespace xb {

bool SwitchEntry::uses(const std::string& key) const {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
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
