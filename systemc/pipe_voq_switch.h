// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_switch.h"
#include "systemc/pipe_voq_input.h"

namespace xb::twin {

/// What the pipelined switches with virtual output queues have in common: inputs with a ring per output
/// (xb_pipe_voq_inputs).
class PipeVoqSwitch : public PipeSwitch<PipeVoqInput, VoqCounters>, public NeverBlocked {
 public:
  /// Outputs for which there was work when they could have been granted what they would show now.
  [[nodiscard]] PortMask work() const { return work_[3 + params().ram_register]; }

 protected:
  using Rows = std::array<PortMask, kMaxPorts>;  // per input: outputs

  using PipeSwitch::PipeSwitch;

  void reset() {
    PipeSwitch::reset(params().max_depth + 1);
    first_ = second_ = last_ = {};
    work_ = {};
  }
  /// As of PipeSwitch; `work`: outputs to which a packet could begin to go.
  template <class ServesOther>
  void observe(PortMask work, const Inputs& in, ServesOther&& serves_other) {
    PipeSwitch::observe(this->work(), in, serves_other);
    work_ = {work, work_[0], work_[1], work_[2], work_[3]};
  }
  void clock_inputs(const Rows& pop, const Inputs& in) {
    PipeSwitch::clock_inputs([&](unsigned i) { return pop[i]; }, in, Sharing::Partition);
    for (unsigned i = 0; i < inputs_.size(); ++i) {
      first_[i] = inputs_[i].first();
      second_[i] = inputs_[i].second();
      last_[i] = inputs_[i].last();
    }
  }

  // Per input: outputs for which beats bid.
  Rows first_{}, second_{}, last_{};

 private:
  std::array<PortMask, 5> work_{};  // outputs for which there was some, so many cycles ago
};

}  // namespace xb::twin
