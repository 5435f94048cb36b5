// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "systemc/class_ingress.h"
#include "systemc/class_matcher.h"
#include "systemc/pipe_class_output.h"
#include "systemc/pipe_switch.h"

namespace xb::twin {

/// The inputs of a pipelined switch with traffic classes: one memory for each class, of which a link feeds
/// one at a time, with their pool flags, in front of PipeOutputs.
///
/// \tparam Input, Counters: as of PipeSwitch.
template <class Input, class Counters>
class PipeClassSwitch : public PipeOutputs<Counters, PipeClassOutput> {
  using Base = PipeOutputs<Counters, PipeClassOutput>;

 public:
  [[nodiscard]] PortMask s_tready() const { return ready_[0]; }
  [[nodiscard]] PortMask class_ready(unsigned c) const { return ready_[c]; }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const {
    return static_cast<std::uint8_t>(this->outputs_[port].of_class());
  }
  /// Of an input, all classes together.
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    std::uint32_t packets = 0;
    for (const auto& of_class : inputs_) packets += of_class[input].misrouted_packets();
    return packets;
  }
  /// Flags of the last cycle.
  [[nodiscard]] PortMask pool() const {
    PortMask inputs = 0;
    for (const PoolProbe& pool : pools_) inputs |= pool.pool();
    return inputs;
  }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const {
    for (const PoolProbe& pool : pools_)
      if ((pool.pool() & bit(input)) != 0) return pool.by(input);
    return 0;
  }

 protected:
  explicit PipeClassSwitch(const Params& params, unsigned ram_register)
      : Base(params, ram_register),
        inputs_(params.classes, std::vector<Input>(params.ports, Input(params))),
        pools_(params.classes),
        ingress_(params.classes) {}

  void reset(std::uint32_t packet_beats) {
    Base::reset(packet_beats);
    for (auto& of_class : inputs_)
      for (Input& input : of_class) input.reset();
    for (PoolProbe& pool : pools_) pool.reset();
    ingress_.reset();
    ready_ = {};
    stopped_.fill(0);
  }
  /// Classes of which no packet begins at an output from this cycle on.
  [[nodiscard]] ClassMask stopped(unsigned output) const { return stopped_[output]; }
  [[nodiscard]] unsigned classes() const { return static_cast<unsigned>(inputs_.size()); }
  /// Sets the flags, which describe this cycle, to show in the next; as of PipeSwitch.
  template <class ServesOther>
  void observe(PortMask work, const Inputs& in, ServesOther&& serves_other) {
    const PortMask silent = in.m_tready & ~this->m_tvalid_;
    this->idle_with_work_ = work & silent;
    ClassPorts held{}, refused{};
    for_each_port(in.s_tvalid & all_ports(this->params().ports), [&](unsigned i) {
      const unsigned c = ingress_.class_of(in, i);
      const bool taken = (ready_[c] & bit(i)) != 0;
      const bool refuses = inputs_[c][i].refuses(limits_of(c), in.s_tdest[i]);
      held[c] |= PortMask{!taken && !refuses && inputs_[c][i].beats() != 0} << i;
      refused[c] |= PortMask{taken && refuses} << i;
    });
    for (unsigned c = 0; c < classes(); ++c)
      pools_[c].observe(this->pool_limits(), inputs_[c], {held[c], refused[c], silent, in.s_tdest},
                        serves_other);
  }
  /// The clock edge of the inputs, of which pop(class, input) goes, and of the settings. Then the switch
  /// shows what follows.
  template <class Pop>
  void clock_inputs(Pop&& pop, const Inputs& in, Sharing sharing) {
    const std::size_t stride = this->params().beat_stride();
    for (unsigned i = 0; i < this->params().ports; ++i) {
      const bool last = (in.s_tlast & bit(i)) != 0, valid = (in.s_tvalid & bit(i)) != 0;
      const unsigned offered = valid ? ingress_.class_of(in, i) : classes();
      for (unsigned c = 0; c < classes(); ++c) {
        PipeInput::Offer offer{};
        if (c == offered && (ready_[c] & bit(i)) != 0) {
          offer = {true, inputs_[c][i].refuses(limits_of(c), in.s_tdest[i]), last, in.s_tdest[i],
                   &in.s_tdata[i * stride]};
          ingress_.take(i, c, last);
        }
        this->count(i, inputs_[c][i].clock(limits_of(c), pop(c, i), offer), last);
      }
    }
    this->configure(in.settings, sharing);
    stop(in);
    this->show_outputs();
    ready_ = {};
    for (unsigned c = 0; c < classes(); ++c)
      for (unsigned i = 0; i < this->params().ports; ++i)
        ready_[c] |= PortMask{inputs_[c][i].ready(limits_of(c))} << i;
  }

  std::vector<std::vector<Input>> inputs_;  // by class

 private:
  /// What outputs show in the next cycle is of classes that may begin.
  void stop(const Inputs& in) {
    for (unsigned j = 0; j < this->params().ports; ++j) {
      stopped_[j] = 0;
      for (unsigned c = 0; in.m_stopped != nullptr && c < classes(); ++c)
        stopped_[j] |= static_cast<ClassMask>(in.stopped(c) >> j & 1U) << c;
      this->outputs_[j].show(stopped_[j]);
    }
  }
  /// A class that is held off loses nothing.
  [[nodiscard]] PipeInput::Limits limits_of(unsigned c) const {
    PipeInput::Limits limits = this->limits();
    limits.drop = limits.drop && (this->params().held_off >> c & 1U) == 0;
    return limits;
  }

  std::vector<PoolProbe> pools_;  // per class
  ClassIngress ingress_;
  ClassPorts ready_{};
  std::array<ClassMask, kMaxPorts> stopped_{};  // per output
};

}  // namespace xb::twin
