// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/switches/switch_entry.h"

namespace xb {

/// With `pipeline`, `voq` is another circuit.
SwitchEntry describe_voq_pipe() {
  SwitchEntry entry;
  entry.name = "voq";
  entry.variant = "pipelined voq";
  entry.description = "virtual output queues in five cycles, for a fast clock";
  entry.rtl_module = "xb_switch_voq_pipe";
  entry.queues = QueuePlace::Pair;
  entry.zero_load_cycles = [](const LonePacket& p) {
    return std::uint64_t{5} + (p.store_forward ? p.length_beats + 1 : 0);
  };
  // An equal part of the memory is each queue's.
  entry.packet_capacity = [](const SwitchConfig& c) -> std::uint64_t {
    return std::max(1U, c.depth / c.ports);
  };
  entry.memory_beats = port_memory_beats;
  entry.depth_of = "per input";
  entry.queued_outputs = true;
  // Of the first four the defaults alone.
  entry.keys = {"scheduler", "iterations", "speedup", "class-heads", "pipeline", "classes"};
  entry.means = [](const SwitchConfig& c) { return c.pipeline != 0; };
  return entry;
}

}  // namespace xb
