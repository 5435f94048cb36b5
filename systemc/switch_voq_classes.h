// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/twin.h"
#include "systemc/voq_class_inputs.h"
#include "systemc/voq_class_matcher.h"
#include "systemc/voq_class_transfer.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_voq with traffic classes: an input has a memory for each, with a queue per output.
/// Stepped like SwitchVoq.
class SwitchVoqClasses : public VoqClassSwitch {
 public:
  explicit SwitchVoqClasses(const Params& params);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] PortMask m_tvalid() const { return transfer_.m_tvalid(); }
  [[nodiscard]] Side m_side(unsigned port) const { return transfer_.m_side(port); }
  [[nodiscard]] Marks m_marks() const { return transfer_.m_marks(); }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return transfer_.output(port).data(); }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const { return transfer_.m_tid(port); }
  [[nodiscard]] PortMask idle_with_work() const { return transfer_.starved(); }

 private:
  VoqClassMatcher matcher_;
  VoqClassTransfer transfer_;
  bool loaded_ = false;
};
static_assert(is_twin_with_classes<SwitchVoqClasses>);

}  // namespace xb::twin
