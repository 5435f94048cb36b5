// SPDX-License-Identifier: Apache-2.0
#include "systemc/pipe_voq_switch.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

PipeVoqSwitch::PipeVoqSwitch(const Params& params)
    : inputs_(params.ports, PipeVoqInput(params)),
      outputs_(params.ports, PipeOutput(params)),
      params_(params),
      pool_limits_(params.ports, params.max_depth, 1),
      counters_(params) {}

void PipeVoqSwitch::reset() {
  for (auto& input : inputs_) input.reset();
  for (auto& output : outputs_) output.reset();
  counters_.reset();
  pool_.reset();
  settings_ = Settings{};
  settings_.depth = 0;
  settings_.packet_beats = params_.max_depth + 1;
  limits_ = {};
  drop_ = {};
  first_ = second_ = last_ = {};
  work_ = {};
  s_tready_ = m_tvalid_ = idle_with_work_ = 0;
}

void PipeVoqSwitch::deliver(PortMask outputs) {
  for_each_port(outputs, [&](unsigned j) {
    const Side side = outputs_[j].side();
    counters_.leave(side.dest, j, 1, side.last);
    outputs_[j].deliver();
  });
}

void PipeVoqSwitch::clock_inputs(const Rows& pop, const Inputs& in) {
  const std::size_t stride = params_.beat_stride();
  for (unsigned i = 0; i < params_.ports; ++i) {
    PipeInput::Offer offer{};
    const bool last = (in.s_tlast & bit(i)) != 0;
    if ((in.s_tvalid & s_tready_ & bit(i)) != 0)
      offer = {true, inputs_[i].refuses(limits_, in.s_tdest[i]), last, in.s_tdest[i],
               &in.s_tdata[i * stride]};
    const Ingress::Beat beat = inputs_[i].clock(limits_, pop[i], offer);
    if (beat.keep) counters_.enter(i, beat.destination, 1, beat.first);
    if (beat.refused && last) counters_.refuse(i, beat.destination);
  }
  configure(in.settings);
  s_tready_ = m_tvalid_ = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    first_[i] = inputs_[i].first();
    second_[i] = inputs_[i].second();
    last_[i] = inputs_[i].last();
    s_tready_ |= PortMask{inputs_[i].ready()} << i;
    m_tvalid_ |= PortMask{outputs_[i].valid()} << i;
  }
}

/// The registers of the settings, in two steps.
void PipeVoqSwitch::configure(const Settings& asked) {
  const std::uint32_t ring = std::max(1U, settings_.depth / params_.ports);
  const bool fits = settings_.packet_beats <= ring;
  const std::uint32_t spare = fits ? ring - settings_.packet_beats : 0;
  limits_ = {ring, ring - 1, fits ? spare + 1 : 0, spare, asked.store_forward, drop_[1]};
  drop_ = {asked.drop, drop_[0]};
  settings_ = bounded(asked, params_);
  Settings parts = settings_;  // a ring for each output, whatever `sharing` says
  parts.sharing = Sharing::Partition;
  pool_limits_.set(parts, true);
}

}  // namespace xb::twin
