// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"
#include "host/switches/switch_entry.h"

namespace xb {

/// With `pipeline`, `shared` is another circuit.
SwitchEntry describe_shared_pipe() {
  SwitchEntry entry;
  entry.name = "shared";
  entry.variant = "pipelined shared";
  entry.description = "a queue per output in one shared memory, for a fast clock";
  entry.rtl_module = "xb_switch_shared_pipe";
  entry.queues = QueuePlace::Output;
  entry.zero_load_cycles = pipe_memory_zero_load_cycles;
  entry.packet_capacity = [](const SwitchConfig& c) {
    return memory_packet_capacity(
        turns(c.ports), c.sharing == Sharing::Partition ? c.depth / (c.ports * c.classes) : c.depth);
  };
  entry.memory_beats = [](const SwitchConfig& c, unsigned) {
    return wide_memory_beats(turns(c.ports), c.depth, c.classes);
  };
  entry.depth_of = "of all outputs";
  entry.sharing = QueueSharing::Always;
  entry.keys = {"pipeline", "classes"};
  entry.rest_period = [](const SwitchConfig& c) { return memory_rest_period(turns(c.ports)); };
  entry.means = [](const SwitchConfig& c) { return c.pipeline != 0; };
  return entry;
}

}  // namespace xb
