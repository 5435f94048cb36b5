// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/twin.h"
#include "systemc/voq_class_inputs.h"
#include "systemc/voq_class_matcher.h"
#include "systemc/voq_transfer.h"
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
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const { return sent_[port].front(); }
  [[nodiscard]] PortMask idle_with_work() const { return transfer_.starved(); }

 private:
  /// Each input's memory that its packet under way leaves.
  struct UnderWay {
    const SwitchVoqClasses& of;
    const VoqInput& operator[](unsigned input) const { return of.inputs_[of.class_[input]][input]; }
  };

  PortMask carry(PortMask matched, PortMask continuing);

  VoqClassMatcher matcher_;
  VoqTransfer transfer_;
  std::array<std::uint8_t, kMaxPorts> class_{};  // per input: of its packet under way
  std::vector<Ring<std::uint8_t>> sent_;         // per output: classes of the packets in its queue
  bool loaded_ = false;
};
static_assert(is_twin_with_classes<SwitchVoqClasses>);

}  // namespace xb::twin
