// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_voq_pipe();

/// With `pipeline`, `crosspoint` is another circuit. Its inputs are those of voq_pipe.
SwitchEntry describe_crosspoint_pipe() {
  SwitchEntry entry = describe_voq_pipe();
  entry.name = "crosspoint";
  entry.variant = "pipelined crosspoint";
  entry.description = "virtual output queues and buffered crosspoints in five cycles, for a fast clock";
  entry.rtl_module = "xb_switch_crosspoint_pipe";
  entry.memory_beats = [](const SwitchConfig& c, unsigned longest_packet) {
    const std::uint64_t crosspoint = c.classes == 1 ? 16 : 8 * c.classes;  // as ClassBeats of the RTL
    return port_memory_beats(c, longest_packet) + crosspoint * c.ports * c.ports;
  };
  entry.keys = {"crosspoint-depth", "pipeline", "classes"};  // of the first the default alone
  return entry;
}

}  // namespace xb
