// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_output() {
  SwitchEntry entry;
  entry.name = "output";
  entry.description =
      "a queue per output with a memory share of its own; wide memory that the ports visit in turn";
  entry.rtl_module = "xb_switch_output";
  entry.queues = QueuePlace::Output;
  entry.zero_load_cycles = memory_zero_load_cycles;
  entry.packet_capacity = [](const SwitchConfig& c) { return memory_packet_capacity(turns(c), c.depth); };
  entry.memory_beats = [](const SwitchConfig& c, unsigned) {
    return wide_memory_beats(turns(c), std::uint64_t{c.ports} * c.classes * c.depth, c.classes);
  };
  entry.depth_of = "per output";
  entry.keys = {"pipeline", "classes"};
  entry.rest_period = [](const SwitchConfig& c) { return memory_rest_period(turns(c)); };
  entry.means = [](const SwitchConfig& c) { return c.pipeline == 0; };
  return entry;
}

}  // namespace xb
