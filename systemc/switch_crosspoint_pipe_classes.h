// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_class_grant.h"
#include "systemc/pipe_class_switch.h"
#include "systemc/pipe_crosspoints.h"
#include "systemc/pipe_voq_input.h"
#include "systemc/twin.h"

namespace xb::twin {

/// Twin of xb_switch_crosspoint_pipe with traffic classes: an input has a memory, and a buffer at each
/// crosspoint, for each class. Stepped like SwitchCrosspointPipe.
class CrosspointPipeClasses : public PipeClassSwitch<PipeVoqInput, VoqCounters>, public NeverBlocked {
 public:
  CrosspointPipeClasses(const Params& params, bool longest_first);

  void reset();
  void step(const Inputs& in);

 private:
  using Rows = std::array<PortMask, kMaxPorts>;  // per input: outputs

  /// Of one class: who sends to whom by which crosspoints.
  struct Plane {
    std::vector<PipeSender> senders;           // per input
    std::vector<PipeCrosspoints> crosspoints;  // per output
  };

  [[nodiscard]] unsigned sending(unsigned input) const;
  void clock_senders(unsigned c, const Rows& pop);
  void clock_output(unsigned output, bool left);

  std::vector<Plane> planes_;           // per class
  std::vector<PipeClassGrant> grants_;  // per output
  std::array<PortMask, 5> work_{};      // outputs for which there was some, so many cycles ago
};

class SwitchCrosspointPipeClasses : public CrosspointPipeClasses {
 public:
  explicit SwitchCrosspointPipeClasses(const Params& params) : CrosspointPipeClasses(params, false) {}
};
static_assert(is_twin_with_classes<SwitchCrosspointPipeClasses>);

class SwitchCicqLqfPipeClasses : public CrosspointPipeClasses {
 public:
  explicit SwitchCicqLqfPipeClasses(const Params& params) : CrosspointPipeClasses(params, true) {}
};
static_assert(is_twin_with_classes<SwitchCicqLqfPipeClasses>);

}  // namespace xb::twin
