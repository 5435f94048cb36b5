// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/memory_switch.h"

namespace xb::twin {

/// Twin of xb_switch_shared: the memory switch with one memory for all outputs.
class SwitchShared : public MemorySwitch {
 public:
  explicit SwitchShared(const Params& params) : MemorySwitch(params, false) {}
};
static_assert(is_twin<SwitchShared>);

}  // namespace xb::twin
