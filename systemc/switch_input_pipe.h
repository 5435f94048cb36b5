// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_input.h"
#include "systemc/pipe_output.h"
#include "systemc/pool_probe.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_input_pipe: FIFO inputs for a fast clock. Stepped once a cycle; between two step() calls
/// it shows the current cycle, as SwitchInput does.
class SwitchInputPipe {
 public:
  explicit SwitchInputPipe(const Params& params);

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
  /// Beats and packets per input, in its FIFO and on their way, and what the last step changed.
  [[nodiscard]] Occupancy& occupancy() { return counters_.occupancy(); }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_[input].misrouted_packets();
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return counters_.drop_full(queue); }
  /// Inputs whose head was not granted in the last cycle, and why.
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return inputs_[input].probe().flags(); }
  /// Inputs held off or discarding in the last cycle because their FIFO is full of packets for other outputs,
  /// and the output that holds most of it.
  [[nodiscard]] PortMask pool() const { return pool_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return pool_.by(input); }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  [[nodiscard]] auto serves_other() const {
    return [this](unsigned input, unsigned output) { return grants_[output].serves_other(input); };
  }
  void observe(PortMask pop, const Inputs& in);
  void deliver(PortMask outputs);
  void clock_inputs(PortMask pop, const Inputs& in);
  void configure(const Settings& asked);
  void show();

  Params params_;
  Settings settings_;            // registered, and bounded
  PipeInput::Limits limits_{};   // ... a cycle later
  std::array<bool, 2> drop_{};   // tail drop, on its way there
  AdmissionLimits pool_limits_;  // for the pool probe
  std::vector<PipeInput> inputs_;
  std::vector<PipeGrant> grants_;  // per output
  std::vector<PipeOutput> outputs_;
  std::array<PortMask, kMaxPorts> wants_{};  // per output: inputs whose head is for it
  InputCounters counters_;
  PoolProbe pool_;
  PortMask heads_ = 0;    // inputs that have one
  PortMask waiting_ = 0;  // outputs for which a packet waits at some input
  PortMask s_tready_ = 0, m_tvalid_ = 0, blocked_ = 0, idle_with_work_ = 0;
};
static_assert(is_twin<SwitchInputPipe>);

}  // namespace xb::twin
