// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/memory_switch_pipe.h"

namespace xb::twin {

/// Twin of xb_switch_output_pipe: the pipelined memory switch with a memory of its own for each output.
class SwitchOutputPipe : public MemorySwitchPipe {
 public:
  explicit SwitchOutputPipe(const Params& params) : MemorySwitchPipe(params, true) {}
};
static_assert(is_twin<SwitchOutputPipe>);

}  // namespace xb::twin
