// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/switches/switch_entry.h"

namespace xb {

/// With a window of more than the head, `input` is another circuit.
SwitchEntry describe_window() {
  SwitchEntry entry;
  entry.name = "input";
  entry.variant = "input with a window";
  entry.description = "FIFO inputs of which the first packets may bid";
  entry.rtl_module = "xb_switch_window";
  entry.queues = QueuePlace::Input;
  entry.zero_load_cycles = [](const LonePacket& p) {
    return 2 + std::max<std::uint64_t>(p.store_forward ? p.length_beats : 1, 1 + p.route_delay_cycles);
  };
  entry.zero_load_by_length = true;
  entry.packet_capacity = [](const SwitchConfig& c) {
    return input_packet_capacity(c, QueueSharing::UnderDrop);
  };
  entry.memory_beats = port_memory_beats;
  entry.depth_of = "per input";
  entry.keys = {"arbiter", "window", "pipeline"};
  entry.sharing = QueueSharing::UnderDrop;
  entry.queued_outputs = true;
  entry.means = [](const SwitchConfig& c) { return c.window > 1 && c.pipeline == 0; };
  return entry;
}

}  // namespace xb
