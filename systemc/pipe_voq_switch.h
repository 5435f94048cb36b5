// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_output.h"
#include "systemc/pipe_voq_input.h"
#include "systemc/pool_probe.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// What the pipelined switches with virtual output queues have in common: inputs with a ring per output
/// (xb_pipe_voq_inputs), their settings, outputs, counts and flags. What moves beats from the ones to the
/// others is the switch's.
class PipeVoqSwitch {
 public:
  /// It takes every cycle by itself.
  [[nodiscard]] static std::uint32_t steady(const Inputs& /*in*/) { return 0; }
  static void skip(std::uint32_t /*n*/) {}
  [[nodiscard]] static bool balanced() { return false; }

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return counters_.queues(); }
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  /// The beat that output `port` offers; only where m_tvalid.
  [[nodiscard]] Side m_side(unsigned port) const {
    const Side side = outputs_[port].side();
    return {static_cast<std::uint8_t>(port), side.user, side.last};
  }
  [[nodiscard]] Marks m_marks() const {
    Marks marks;
    for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, m_side(j)); });
    return marks;
  }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return outputs_[port].data(); }
  /// Beats and packets per queue, in the input's memory and on their way, and what the last step changed.
  [[nodiscard]] Occupancy& occupancy() { return counters_.occupancy(); }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_[input].misrouted_packets();
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return counters_.drop_full(queue); }
  /// No queue blocks another.
  [[nodiscard]] static PortMask blocked() { return 0; }
  [[nodiscard]] static HolFlags hol_flags(unsigned /*input*/) { return {}; }
  /// Inputs held off or discarding in the last cycle because of packets for other outputs, and the output
  /// that holds most of their memory.
  [[nodiscard]] PortMask pool() const { return pool_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return pool_.by(input); }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 protected:
  using Rows = std::array<PortMask, kMaxPorts>;  // per input: outputs

  explicit PipeVoqSwitch(const Params& params);

  void reset();
  /// Sets the flags, which describe this cycle, to show in the next: `work` is for outputs to which a packet
  /// could begin to go. `serves_other(input, output)`: the output is in the middle of another input's packet.
  template <class ServesOther>
  void observe(PortMask work, const Inputs& in, ServesOther&& serves_other) {
    idle_with_work_ = work_[3] & in.m_tready & ~m_tvalid_;
    work_ = {work, work_[0], work_[1], work_[2]};
    PortMask held = 0, refused = 0;
    for_each_port(in.s_tvalid & all_ports(params_.ports), [&](unsigned i) {
      const bool taken = (s_tready_ & bit(i)) != 0;
      const bool refuses = inputs_[i].refuses(limits_, in.s_tdest[i]);
      held |= PortMask{!taken && !refuses && inputs_[i].beats() != 0} << i;
      refused |= PortMask{taken && refuses} << i;
    });
    pool_.observe(pool_limits_, inputs_, {held, refused, in.m_tready & ~m_tvalid_, in.s_tdest}, serves_other);
  }
  /// What these outputs offer leaves.
  void deliver(PortMask outputs);
  /// The clock edge of the inputs and the settings. Then the switch shows what follows.
  void clock_inputs(const Rows& pop, const Inputs& in);

  // Members that the switch moves beats by: per input, outputs for which beats bid.
  std::vector<PipeVoqInput> inputs_;
  std::vector<PipeOutput> outputs_;
  Rows first_{}, second_{}, last_{};
  PortMask m_tvalid_ = 0;

 private:
  void configure(const Settings& asked);

  Params params_;
  Settings settings_;              // registered, and bounded
  PipeVoqInput::Limits limits_{};  // ... a cycle later
  std::array<bool, 2> drop_{};     // tail drop, on its way there
  AdmissionLimits pool_limits_;    // for the pool probe
  VoqCounters counters_;
  PoolProbe pool_;
  std::array<PortMask, 4> work_{};  // outputs for which there was some, so many cycles ago
  PortMask s_tready_ = 0, idle_with_work_ = 0;
};

}  // namespace xb::twin
