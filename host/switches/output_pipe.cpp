// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_output();

/// With `pipeline`, `output` is another circuit.
SwitchEntry describe_output_pipe() {
  SwitchEntry entry = describe_output();
  entry.variant = "pipelined output";
  entry.description = "a queue per output with a memory share of its own, for a fast clock";
  entry.rtl_module = "xb_switch_output_pipe";
  entry.zero_load_cycles = pipe_memory_zero_load_cycles;
  entry.means = [](const SwitchConfig& c) { return c.pipeline != 0; };
  return entry;
}

}  // namespace xb
