// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_crosspoint() {
  SwitchEntry entry;
  entry.name = "crosspoint";
  entry.description =
      "virtual output queues, a small buffer at every crosspoint; round robin at inputs and outputs";
  entry.rtl_module = "xb_switch_crosspoint";
  entry.queues = QueuePlace::Pair;
  entry.zero_load_cycles = [](const LonePacket& p) {
    return 1 + std::max<std::uint64_t>(p.store_forward ? p.length_beats : 1, 1 + p.route_delay_cycles);
  };
  entry.zero_load_by_length = true;
  entry.packet_capacity = [](const SwitchConfig& c) {
    return input_packet_capacity(c, QueueSharing::UnderDrop);
  };
  entry.memory_beats = [](const SwitchConfig& c, unsigned longest_packet) {
    const std::uint64_t crosspoints = std::uint64_t{c.ports} * c.ports * c.classes;
    return port_memory_beats(c, longest_packet) + crosspoints * c.crosspoint_depth * longest_packet;
  };
  entry.depth_of = "per input";
  entry.keys = {"crosspoint-depth", "pipeline", "classes"};
  entry.sharing = QueueSharing::UnderDrop;
  entry.means = [](const SwitchConfig& c) { return c.pipeline == 0; };
  entry.parameters = [](const SwitchConfig& c, unsigned longest_packet) {
    return std::vector<RtlParameter>{{"MaxCrosspointBeats", crosspoint_beats(c, longest_packet)}};
  };
  return entry;
}

}  // namespace xb
