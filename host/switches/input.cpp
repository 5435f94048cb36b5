// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_input() {
  SwitchEntry entry;
  entry.name = "input";
  entry.description =
      "one FIFO per input, an arbiter per output that holds its grant to the packet's end; HOL blocking";
  entry.rtl_module = "xb_switch_input";
  entry.queues = QueuePlace::Input;
  entry.zero_load_cycles = [](const LonePacket& p) {
    return std::max<std::uint64_t>(p.store_forward ? p.length_beats : 1, 1 + p.route_delay_cycles);
  };
  entry.zero_load_by_length = true;
  entry.packet_capacity = [](const SwitchConfig& c) { return input_packet_capacity(c, QueueSharing::Never); };
  entry.memory_beats = port_memory_beats;
  entry.depth_of = "per input";
  entry.keys = {"arbiter", "window", "pipeline", "classes", "class-heads"};
  entry.means = [](const SwitchConfig& c) { return c.window == 1 && c.pipeline == 0; };
  entry.fifo_inputs = true;
  return entry;
}

}  // namespace xb
