// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/crosspoint_switch.h"

namespace xb::twin {

/// Twin of xb_switch_cicq_lqf: the crosspoint switch with inputs that serve their longest queue first.
class SwitchCicqLqf : public CrosspointSwitch {
 public:
  explicit SwitchCicqLqf(const Params& params) : CrosspointSwitch(params, Arbitration::Oldest) {}
};
static_assert(is_twin<SwitchCicqLqf>);

}  // namespace xb::twin
