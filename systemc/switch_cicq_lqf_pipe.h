// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/switch_crosspoint_pipe.h"

namespace xb::twin {

/// Twin of xb_switch_cicq_lqf_pipe: the pipelined crosspoint switch with inputs that serve their longest
/// queue first.
class SwitchCicqLqfPipe : public SwitchCrosspointPipe {
 public:
  explicit SwitchCicqLqfPipe(const Params& params) : SwitchCrosspointPipe(params, true) {}
};
static_assert(is_twin<SwitchCicqLqfPipe>);

}  // namespace xb::twin
