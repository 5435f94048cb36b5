// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/crosspoint_switch.h"

namespace xb::twin {

/// Twin of xb_switch_crosspoint: the crosspoint switch with inputs that serve their queues by round robin.
class SwitchCrosspoint : public CrosspointSwitch {
 public:
  explicit SwitchCrosspoint(const Params& params) : CrosspointSwitch(params, Arbitration::RoundRobin) {}
};
static_assert(is_twin<SwitchCrosspoint>);

}  // namespace xb::twin
