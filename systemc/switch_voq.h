// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/twin.h"
#include "systemc/voq_inputs.h"
#include "systemc/voq_matcher.h"
#include "systemc/voq_transfer.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_voq: virtual output queues, a central matching, output queues. Stepped once a cycle;
/// between two step() calls it shows the current cycle, as SwitchInput does.
class SwitchVoq {
 public:
  explicit SwitchVoq(const Params& params);

  void reset();
  void step(const Inputs& in);

  /// Cycles that skip() may take at once if the handshake goes on as in the last step: the same beats offered
  /// and receivers ready, no first or last beats accepted.
  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;
  /// `n` <= steady(in) such steps at once. Only without payload.
  void skip(std::uint32_t n);
  [[nodiscard]] static bool balanced() { return false; }

  [[nodiscard]] const Params& params() const { return inputs_.params(); }
  [[nodiscard]] unsigned queues() const { return counters_.queues(); }
  [[nodiscard]] PortMask s_tready() const { return inputs_.s_tready(); }
  [[nodiscard]] PortMask m_tvalid() const { return transfer_.m_tvalid(); }
  /// The beat that output `port` offers; only where m_tvalid.
  [[nodiscard]] Side m_side(unsigned port) const { return transfer_.m_side(port); }
  [[nodiscard]] Marks m_marks() const {
    return inputs_.all_cells() ? Marks{m_tvalid(), m_tvalid()} : transfer_.m_marks();
  }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return transfer_.output(port).data(); }
  /// Beats and packets per queue, and what the last step changed.
  [[nodiscard]] Occupancy& occupancy() { return counters_.occupancy(); }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_[input].misrouted_packets();
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return counters_.drop_full(queue); }
  /// No FIFO inputs, hence no head-of-line flags.
  [[nodiscard]] PortMask blocked() const { return 0; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned /*input*/) const { return no_flags_; }
  /// Inputs held off or discarding in the last cycle because their memory is full of packets for other
  /// outputs, and the output that holds most of it.
  [[nodiscard]] PortMask pool() const { return inputs_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return inputs_.pool_by(input); }
  /// Beats in an input's memory for an output.
  [[nodiscard]] std::uint32_t memory_beats(unsigned input, unsigned output) const {
    return inputs_[input].beats_for(output);
  }
  [[nodiscard]] PortMask idle_with_work() const { return transfer_.starved(); }

 private:
  void move_cells(const Inputs& in, PortMask matched, PortMask delivered);
  [[nodiscard]] auto serves_other() const {
    return [this](unsigned input, unsigned output) { return transfer_.serves_other(output, input); };
  }

  bool loaded_ = false;
  VoqInputs inputs_;
  VoqMatcher matcher_;
  VoqTransfer transfer_;
  VoqCounters counters_;
  HolFlags no_flags_;
  // The last step, for steady().
  PortMask last_popped_ = 0, last_delivered_ = 0;
  bool quiet_ = false;
};
static_assert(is_twin<SwitchVoq>);

}  // namespace xb::twin
