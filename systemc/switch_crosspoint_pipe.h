// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/pipe_crosspoints.h"
#include "systemc/pipe_voq_switch.h"

namespace xb::twin {

/// Twin of xb_switch_crosspoint_pipe: buffered crosspoints for a fast clock. Stepped once a cycle; between
/// two step() calls it shows the current cycle, as SwitchInput does.
class SwitchCrosspointPipe : public PipeVoqSwitch {
 public:
  explicit SwitchCrosspointPipe(const Params& params, bool longest_first = false);

  void reset();
  void step(const Inputs& in);

 private:
  void clock_outputs(PortMask left);
  void clock_senders(const Rows& pop, const Rows& returned);

  std::vector<PipeSender> senders_;           // per input
  std::vector<PipeCrosspoints> crosspoints_;  // per output
  std::vector<PipeGrant> grants_;             // per output
};
static_assert(is_twin<SwitchCrosspointPipe>);

}  // namespace xb::twin
