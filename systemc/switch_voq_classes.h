// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/twin.h"
#include "systemc/voq_class_inputs.h"
#include "systemc/voq_class_matcher.h"
#include "systemc/voq_transfer.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_voq with traffic classes: an input has a memory for each, with a queue per output.
/// Stepped like SwitchVoq; it is never skipped.
class SwitchVoqClasses {
 public:
  explicit SwitchVoqClasses(const Params& params);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] static std::uint32_t steady(const Inputs& /*in*/) { return 0; }
  void skip(std::uint32_t /*n*/) {}
  [[nodiscard]] static bool balanced() { return false; }

  [[nodiscard]] const Params& params() const { return inputs_.params(); }
  [[nodiscard]] unsigned queues() const { return counters_.queues(); }
  [[nodiscard]] PortMask s_tready() const { return class_ready(0); }
  /// Inputs that take a beat of the class.
  [[nodiscard]] PortMask class_ready(unsigned c) const { return inputs_[c].s_tready(); }
  [[nodiscard]] PortMask m_tvalid() const { return transfer_.m_tvalid(); }
  /// The beat that output `port` offers, and its class; only where m_tvalid.
  [[nodiscard]] Side m_side(unsigned port) const { return transfer_.m_side(port); }
  [[nodiscard]] Marks m_marks() const { return transfer_.m_marks(); }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return transfer_.output(port).data(); }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const { return sent_[port].front(); }
  /// Per queue, all classes together.
  [[nodiscard]] Occupancy& occupancy() { return counters_.occupancy(); }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_.misrouted_packets(input);
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return counters_.drop_full(queue); }
  [[nodiscard]] PortMask blocked() const { return 0; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned /*input*/) const { return no_flags_; }
  [[nodiscard]] PortMask pool() const { return inputs_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return inputs_.pool_by(input); }
  [[nodiscard]] PortMask idle_with_work() const { return transfer_.starved(); }

 private:
  /// Each input's memory that its packet under way leaves.
  struct UnderWay {
    const SwitchVoqClasses& of;
    const VoqInput& operator[](unsigned input) const { return of.inputs_[of.class_[input]][input]; }
  };

  PortMask carry(PortMask matched, PortMask continuing);

  VoqClassInputs inputs_;
  VoqClassMatcher matcher_;
  VoqTransfer transfer_;
  VoqCounters counters_;
  HolFlags no_flags_;
  std::array<std::uint8_t, kMaxPorts> class_{};  // per input: of its packet under way
  std::vector<Ring<std::uint8_t>> sent_;         // per output: classes of the packets in its queue
  bool loaded_ = false;
};
static_assert(is_twin_with_classes<SwitchVoqClasses>);

}  // namespace xb::twin
