// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "systemc/pipe_input.h"
#include "systemc/pipe_output.h"
#include "systemc/pool_probe.h"
#include "systemc/settings.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// What the pipelined switches with memory at their inputs have behind it: outputs, counts, settings.
///
/// \tparam Counters: InputCounters or VoqCounters. Output: PipeOutput or PipeClassOutput.
template <class Counters, class Output = PipeOutput>
class PipeOutputs : public NeverSkipped {
 public:
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return counters_.queues(); }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
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
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return counters_.drop_full(queue); }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 protected:
  /// `ram_register`: registers between the inputs' memory and the outputs.
  explicit PipeOutputs(const Params& params, unsigned ram_register)
      : outputs_(params.ports, Output(params, ram_register)),
        params_(params),
        counters_(params),
        pool_limits_(params.ports, params.max_depth, 1) {}

  void reset(std::uint32_t packet_beats) {
    for (auto& output : outputs_) output.reset();
    counters_.reset();
    settings_ = Settings{};
    settings_.depth = 0;
    settings_.packet_beats = packet_beats;
    limits_ = {};
    drop_ = {};
    m_tvalid_ = idle_with_work_ = 0;
  }
  /// What these outputs offer leaves.
  void deliver(PortMask outputs) {
    for_each_port(outputs, [&](unsigned j) {
      const Side side = outputs_[j].side();
      counters_.leave(side.dest, j, 1, side.last);
      outputs_[j].deliver();
    });
  }
  /// Counts what `input` does with a beat on offer, a packet's last or not.
  void count(unsigned input, const Ingress::Beat& beat, bool last) {
    if (beat.keep) counters_.enter(input, beat.destination, 1, beat.first);
    if (beat.refused && last) counters_.refuse(input, beat.destination);
  }
  /// The registers of the settings, in two steps: `sharing` is how the ports share an input's memory,
  /// whatever they say.
  void configure(const Settings& asked, Sharing sharing) {
    const bool parts = sharing == Sharing::Partition;
    const std::uint32_t depth = parts ? std::max(1U, settings_.depth / params_.ports) : settings_.depth;
    const bool fits = settings_.packet_beats <= depth;
    const std::uint32_t spare = fits ? depth - settings_.packet_beats : 0;
    limits_ = {depth, depth - 1, fits ? spare + 1 : 0, spare, asked.store_forward, drop_[1]};
    drop_ = {asked.drop, drop_[0]};
    settings_ = bounded(asked, params_);
    Settings fixed = settings_;
    fixed.sharing = sharing;
    pool_limits_.set(fixed, true);
  }
  void show_outputs() {
    m_tvalid_ = 0;
    for (unsigned j = 0; j < params_.ports; ++j) m_tvalid_ |= PortMask{outputs_[j].valid()} << j;
  }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const PipeInput::Limits& limits() const { return limits_; }
  [[nodiscard]] const AdmissionLimits& pool_limits() const { return pool_limits_; }

  std::vector<Output> outputs_;
  PortMask m_tvalid_ = 0, idle_with_work_ = 0;

 private:
  Params params_;
  Counters counters_;
  Settings settings_;            // registered, and bounded
  PipeInput::Limits limits_{};   // ... a cycle later
  std::array<bool, 2> drop_{};   // tail drop, on its way there
  AdmissionLimits pool_limits_;  // for the pool probe
};

/// The same with inputs, pool flags and theirs. What moves beats from inputs to outputs is the switch's.
///
/// \tparam Input, Counters: PipeInput and InputCounters, or PipeVoqInput and VoqCounters.
template <class Input, class Counters>
class PipeSwitch : public PipeOutputs<Counters> {
  using Base = PipeOutputs<Counters>;

 public:
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_[input].misrouted_packets();
  }
  [[nodiscard]] PortMask pool() const { return pool_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return pool_.by(input); }

 protected:
  explicit PipeSwitch(const Params& params, unsigned ram_register)
      : Base(params, ram_register), inputs_(params.ports, Input(params)) {}

  void reset(std::uint32_t packet_beats) {
    Base::reset(packet_beats);
    for (auto& input : inputs_) input.reset();
    pool_.reset();
    s_tready_ = 0;
  }
  /// Sets the flags, which describe this cycle, to show in the next: `work` is for outputs for which there
  /// was some. `serves_other(input, output)`: the output is in the middle of another input's packet.
  template <class ServesOther>
  void observe(PortMask work, const Inputs& in, ServesOther&& serves_other) {
    this->idle_with_work_ = work & in.m_tready & ~m_tvalid_;
    PortMask refusing = 0, filled = 0;
    for_each_port(in.s_tvalid & all_ports(this->params().ports), [&](unsigned i) {
      refusing |= PortMask{inputs_[i].refuses(this->limits(), in.s_tdest[i])} << i;
      filled |= PortMask{inputs_[i].beats() != 0} << i;
    });
    pool_.observe(
        this->pool_limits(), inputs_,
        {filled & ~s_tready_ & ~refusing, refusing & s_tready_, in.m_tready & ~m_tvalid_, in.s_tdest},
        serves_other);
  }
  /// The clock edge of the inputs, of which pop(input) goes, and of the settings, as configure() has them.
  /// Then the switch shows what follows.
  template <class Pop>
  void clock_inputs(Pop&& pop, const Inputs& in, Sharing sharing) {
    const std::size_t stride = this->params().beat_stride();
    for (unsigned i = 0; i < this->params().ports; ++i) {
      PipeInput::Offer offer{};
      const bool last = (in.s_tlast & bit(i)) != 0;
      if ((in.s_tvalid & s_tready_ & bit(i)) != 0)
        offer = {true, inputs_[i].refuses(this->limits(), in.s_tdest[i]), last, in.s_tdest[i],
                 &in.s_tdata[i * stride]};
      this->count(i, inputs_[i].clock(this->limits(), pop(i), offer), last);
    }
    this->configure(in.settings, sharing);
    this->show_outputs();
    s_tready_ = 0;
    for (unsigned i = 0; i < this->params().ports; ++i)
      s_tready_ |= PortMask{inputs_[i].ready(this->limits())} << i;
  }

  using Base::m_tvalid_;
  std::vector<Input> inputs_;

 private:
  PoolProbe pool_;
  PortMask s_tready_ = 0;
};

}  // namespace xb::twin
