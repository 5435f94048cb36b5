// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/flow_counters.h"
#include "systemc/twin.h"
#include "systemc/voq_matcher.h"
#include "systemc/voq_switch.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_voq: virtual output queues, a central matching, output queues. Stepped once a cycle;
/// between two step() calls it shows the current cycle, as SwitchInput does.
class SwitchVoq : public MatchedSwitch<VoqCounters> {
 public:
  explicit SwitchVoq(const Params& params);

  void reset();
  void step(const Inputs& in);
  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;

  [[nodiscard]] Marks m_marks() const {
    return inputs_.all_cells() ? Marks{m_tvalid(), m_tvalid()} : MatchedSwitch::m_marks();
  }

 private:
  void move_cells(const Inputs& in, PortMask matched, PortMask delivered);

  VoqMatcher matcher_;
};
static_assert(is_twin<SwitchVoq>);

}  // namespace xb::twin
