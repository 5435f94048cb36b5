// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/memory_switch.h"

namespace xb::twin {

/// Twin of xb_switch_output: the memory switch with a memory of its own for each output.
class SwitchOutput : public MemorySwitch {
 public:
  explicit SwitchOutput(const Params& params) : MemorySwitch(params, true) {}
};
static_assert(is_twin<SwitchOutput>);

}  // namespace xb::twin
