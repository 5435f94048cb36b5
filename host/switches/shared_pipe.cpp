// SPDX-License-Identifier: Apache-2.0
#include "host/switches/memory_timing.h"
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_shared();

/// With `pipeline`, `shared` is another circuit.
SwitchEntry describe_shared_pipe() {
  SwitchEntry entry = describe_shared();
  entry.variant = "pipelined shared";
  entry.description = "a queue per output in one shared memory, for a fast clock";
  entry.rtl_module = "xb_switch_shared_pipe";
  entry.zero_load_cycles = pipe_memory_zero_load_cycles;
  entry.parameters = nullptr;
  entry.means = [](const SwitchConfig& c) { return c.pipeline != 0; };
  return entry;
}

}  // namespace xb
