// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/pipe_match.h"
#include "systemc/pipe_voq_switch.h"

namespace xb::twin {

/// Twin of xb_switch_voq_pipe: virtual output queues for a fast clock. Stepped once a cycle; between two
/// step() calls it shows the current cycle, as SwitchInput does.
class SwitchVoqPipe : public PipeVoqSwitch {
 public:
  explicit SwitchVoqPipe(const Params& params);

  void reset();
  void step(const Inputs& in);

 private:
  /// Per output: credits of what its queue takes.
  struct Credit {
    unsigned beats;
    bool returned;
  };
  PortMask send(const Rows& pop);
  void clock_outputs(PortMask sent, PortMask left);

  std::vector<Credit> credits_;
  PipeMatch match_;
  PortMask room_ = 0;  // outputs that take what is granted
  PortMask sent_ = 0;  // outputs to which a beat went in the last cycle
};
static_assert(is_twin<SwitchVoqPipe>);

}  // namespace xb::twin
