// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/twin.h"
#include "systemc/voq_switch.h"
#include "systemc/window_matcher.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_window: input buffers of which the first packets may bid. Stepped once a cycle; between
/// two step() calls it shows the current cycle, as SwitchInput does.
class SwitchWindow : public MatchedSwitch<InputCounters> {
 public:
  explicit SwitchWindow(const Params& params);

  void reset();
  void step(const Inputs& in);
  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;

  /// Inputs of which no packet moved in the last cycle though one could have, and why.
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return flags_[input]; }

 private:
  void observe(const WindowMatcher::Match& match, PortMask continuing, PortMask m_tready);

  std::vector<OrderWindow> windows_;  // per input
  WindowMatcher matcher_;
  std::array<HolFlags, kMaxPorts> flags_{};
  PortMask blocked_ = 0;
  // The last step, for steady().
  PortMask last_ready_ = 0, last_free_ = 0, last_movable_ = 0;
};
static_assert(is_twin<SwitchWindow>);

}  // namespace xb::twin
