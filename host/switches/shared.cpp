// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_shared() {
  SwitchEntry entry;
  entry.name = "shared";
  entry.description = "a queue per output in one shared memory, which is built like that of output";
  entry.rtl_module = "xb_switch_shared";
  entry.queues = QueuePlace::Output;
  entry.zero_load_cycles = memory_zero_load_cycles;
  entry.packet_capacity = [](const SwitchConfig& c) {
    return memory_packet_capacity(
        turns(c), c.sharing == Sharing::Partition ? c.depth / (c.ports * c.classes) : c.depth);
  };
  entry.memory_beats = [](const SwitchConfig& c, unsigned) {
    return wide_memory_beats(turns(c), c.depth, c.classes);
  };
  entry.depth_of = "of all outputs";
  entry.sharing = QueueSharing::Always;
  entry.keys = {"pipeline", "classes"};
  entry.parameters = [](const SwitchConfig& c, unsigned) {
    return c.has_head_drop() ? std::vector<RtlParameter>{{"HeadDrop", 1}} : std::vector<RtlParameter>{};
  };
  entry.rest_period = [](const SwitchConfig& c) { return memory_rest_period(turns(c)); };
  entry.means = [](const SwitchConfig& c) { return c.pipeline == 0; };
  return entry;
}

}  // namespace xb
