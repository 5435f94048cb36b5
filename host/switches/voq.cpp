// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_voq() {
  SwitchEntry entry;
  entry.name = "voq";
  entry.description =
      "virtual output queues in every input's memory, a central matching (iSLIP, PIM, RRM), output queues";
  entry.rtl_module = "xb_switch_voq";
  entry.queues = QueuePlace::Pair;
  entry.zero_load_cycles = [](const LonePacket& p) -> std::uint64_t {
    const std::uint64_t stored =
        p.store_forward ? std::uint64_t{p.length_beats - 1} * p.cycles_per_beat + 1 : 1;
    const std::uint64_t offered = p.first_in_cycle + 2 + std::max(stored, 1 + p.route_delay_cycles);
    // The link takes it in the first cycle from then on in which it moves a beat.
    return (offered + p.cycles_per_beat - 1) / p.cycles_per_beat * p.cycles_per_beat - p.first_in_cycle;
  };
  entry.zero_load_by_length = true;
  entry.packet_capacity = [](const SwitchConfig& c) {
    return input_packet_capacity(c, QueueSharing::UnderDrop);
  };
  entry.memory_beats = [](const SwitchConfig& c, unsigned longest_packet) {
    // With a speed-up the outputs have queue memories, too, of all classes together.
    return port_memory_beats(c, longest_packet) + std::uint64_t{c.ports} * (c.speedup == 1 ? 0 : c.depth);
  };
  entry.depth_of = "per input";
  entry.keys = {"scheduler", "iterations", "speedup", "pipeline", "classes", "class-heads"};
  entry.sharing = QueueSharing::UnderDrop;
  entry.means = [](const SwitchConfig& c) { return c.pipeline == 0; };
  return entry;
}

}  // namespace xb
