// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_entry.h"

namespace xb {

/// With `pipeline`, `input` is another circuit.
SwitchEntry describe_input_pipe() {
  SwitchEntry entry;
  entry.name = "input";
  entry.variant = "pipelined input";
  entry.description = "FIFO inputs in three cycles, for a fast clock";
  entry.rtl_module = "xb_switch_input_pipe";
  entry.queues = QueuePlace::Input;
  entry.zero_load_cycles = [](const LonePacket& p) {
    if (p.store_forward) return std::uint64_t{4} + p.length_beats;
    return std::uint64_t{p.classes > 1 ? 5U : 3U};
  };
  entry.packet_capacity = [](const SwitchConfig& c) { return input_packet_capacity(c, QueueSharing::Never); };
  entry.memory_beats = port_memory_beats;
  entry.depth_of = "per input";
  entry.queued_outputs = true;
  // Of the first three the defaults alone.
  entry.keys = {"arbiter", "window", "class-heads", "pipeline", "classes"};
  entry.means = [](const SwitchConfig& c) { return c.pipeline != 0; };
  return entry;
}

}  // namespace xb
