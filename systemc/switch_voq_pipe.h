// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_match.h"
#include "systemc/pipe_output.h"
#include "systemc/pipe_voq_input.h"
#include "systemc/pool_probe.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_voq_pipe: virtual output queues for a fast clock. Stepped once a cycle; between two
/// step() calls it shows the current cycle, as SwitchInput does.
class SwitchVoqPipe {
 public:
  explicit SwitchVoqPipe(const Params& params);

  void reset();
  void step(const Inputs& in);

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

 private:
  /// Per output: credits of what its queue takes.
  struct Credit {
    unsigned beats;
    bool returned;
  };
  void observe(const PipeMatch::Rows& pop, const Inputs& in);
  void deliver(PortMask outputs);
  PortMask send(const PipeMatch::Rows& pop);
  void clock_inputs(const PipeMatch::Rows& pop, const Inputs& in);
  void clock_outputs(PortMask sent, PortMask left);
  void configure(const Settings& asked);
  void show();

  Params params_;
  Settings settings_;              // registered, and bounded
  PipeVoqInput::Limits limits_{};  // ... a cycle later
  std::array<bool, 2> drop_{};     // tail drop, on its way there
  AdmissionLimits pool_limits_;    // for the pool probe
  std::vector<PipeVoqInput> inputs_;
  std::vector<PipeOutput> outputs_;
  std::vector<Credit> credits_;
  PipeMatch match_;
  PipeMatch::Rows first_{}, second_{}, last_{};  // per input: outputs for which beats bid
  VoqCounters counters_;
  PoolProbe pool_;
  std::array<PortMask, 4> work_{};  // outputs for which there was some, so many cycles ago
  PortMask room_ = 0;               // outputs that take what is granted
  PortMask sent_ = 0;               // outputs to which a beat went in the last cycle
  PortMask s_tready_ = 0, m_tvalid_ = 0, idle_with_work_ = 0;
};
static_assert(is_twin<SwitchVoqPipe>);

}  // namespace xb::twin
