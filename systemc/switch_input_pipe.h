// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_switch.h"

namespace xb::twin {

/// Twin of xb_switch_input_pipe: FIFO inputs for a fast clock. Stepped once a cycle; between two step() calls
/// it shows the current cycle, as SwitchInput does.
class SwitchInputPipe : public PipeSwitch<PipeInput, InputCounters> {
 public:
  explicit SwitchInputPipe(const Params& params);

  void reset();
  void step(const Inputs& in);

  /// Inputs whose head was not granted in the last cycle, and why.
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return inputs_[input].probe().flags(); }

 private:
  void observe(PortMask pop, const Inputs& in);

  std::vector<PipeGrant> grants_;            // per output
  std::array<PortMask, kMaxPorts> wants_{};  // per output: inputs whose head is for it
  PortMask heads_ = 0;                       // inputs that have one
  PortMask waiting_ = 0;                     // outputs for which a packet waits at some input
  PortMask blocked_ = 0;
};
static_assert(is_twin<SwitchInputPipe>);

}  // namespace xb::twin
