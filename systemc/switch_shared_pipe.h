// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/memory_switch_pipe.h"

namespace xb::twin {

/// Twin of xb_switch_shared_pipe: the pipelined memory switch with one memory for all outputs.
class SwitchSharedPipe : public MemorySwitchPipe {
 public:
  explicit SwitchSharedPipe(const Params& params) : MemorySwitchPipe(params, false) {}
};
static_assert(is_twin<SwitchSharedPipe>);

}  // namespace xb::twin
