// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input_pipe.h"

#include "systemc/settings.h"

namespace xb::twin {

SwitchInputPipe::SwitchInputPipe(const Params& params)
    : params_(params),
      pool_limits_(params.ports, params.max_depth, 1),
      inputs_(params.ports, PipeInput(params)),
      grants_(params.ports, PipeGrant(params.ports)),
      outputs_(params.ports, PipeOutput(params)),
      counters_(params) {
  reset();
}

void SwitchInputPipe::reset() {
  for (auto& input : inputs_) input.reset();
  for (auto& grant : grants_) grant.reset();
  for (auto& output : outputs_) output.reset();
  counters_.reset();
  pool_.reset();
  settings_ = Settings{};
  settings_.depth = 0;
  settings_.packet_beats = 1;
  limits_ = {};
  drop_ = {};
  wants_ = {};
  heads_ = waiting_ = s_tready_ = m_tvalid_ = blocked_ = idle_with_work_ = 0;
}

void SwitchInputPipe::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  // By the state at the beginning of the cycle, before grants change it.
  PortMask pop = 0;
  std::array<PortMask, kMaxPorts> granted;
  for (unsigned j = 0; j < params_.ports; ++j) pop |= granted[j] = grants_[j].grant(wants_[j]);
  observe(pop, in);
  deliver(left);
  for (unsigned j = 0; j < params_.ports; ++j) {
    for_each_port(granted[j], [&](unsigned i) {
      const Side side = inputs_[i].head_side();
      outputs_[j].send(i, side, inputs_[i].head_data());
      grants_[j].granted(i, side.last);
    });
    outputs_[j].clock(granted[j] != 0);
    grants_[j].clock(granted[j] != 0, (left & bit(j)) != 0);
  }
  clock_inputs(pop, in);
  configure(in.settings);
  show();
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchInputPipe::observe(PortMask pop, const Inputs& in) {
  PortMask idle_ready = 0;
  for_each_port(in.m_tready, [&](unsigned j) {
    idle_ready |= PortMask{j < params_.ports && grants_[j].open() && wants_[j] == 0} << j;
  });
  const PortMask blocked = heads_ & ~pop;
  for_each_port(blocked | blocked_, [&](unsigned i) {
    const bool is_blocked = (blocked & bit(i)) != 0;
    const std::uint8_t dest = is_blocked ? inputs_[i].head_dest() : std::uint8_t{0};
    inputs_[i].probe().observe(is_blocked, grants_[dest].room() || grants_[dest].serves_other(i), dest,
                               idle_ready);
  });
  blocked_ = blocked;
  idle_with_work_ = waiting_ & in.m_tready & ~m_tvalid_;

  PortMask held = 0, refused = 0;
  for_each_port(in.s_tvalid, [&](unsigned i) {
    held |= PortMask{(s_tready_ & bit(i)) == 0 && inputs_[i].beats() != 0} << i;
    refused |= PortMask{(s_tready_ & bit(i)) != 0 && inputs_[i].refuses(limits_)} << i;
  });
  pool_.observe(pool_limits_, inputs_, {held, refused, in.m_tready & ~m_tvalid_, in.s_tdest}, serves_other());
}

void SwitchInputPipe::deliver(PortMask outputs) {
  for_each_port(outputs, [&](unsigned j) {
    const Side side = outputs_[j].side();
    counters_.leave(side.dest, j, 1, side.last);
    outputs_[j].deliver();
  });
}

void SwitchInputPipe::clock_inputs(PortMask pop, const Inputs& in) {
  const std::size_t stride = params_.beat_stride();
  for (unsigned i = 0; i < params_.ports; ++i) {
    PipeInput::Offer offer{};
    const bool last = (in.s_tlast & bit(i)) != 0;
    if ((in.s_tvalid & s_tready_ & bit(i)) != 0)
      offer = {true, inputs_[i].refuses(limits_), last, in.s_tdest[i], &in.s_tdata[i * stride]};
    const Ingress::Beat beat = inputs_[i].clock(limits_, (pop & bit(i)) != 0, offer);
    if (beat.keep) counters_.enter(i, beat.destination, 1, beat.first);
    if (beat.refused && last) counters_.refuse(i, beat.destination);
  }
}

/// The registers of the settings, in two steps.
void SwitchInputPipe::configure(const Settings& asked) {
  const bool fits = settings_.packet_beats <= settings_.depth;
  const std::uint32_t spare = fits ? settings_.depth - settings_.packet_beats : 0;
  limits_ = {settings_.depth, settings_.depth - 1, fits ? spare + 1 : 0,
             spare,           asked.store_forward, drop_[1]};
  drop_ = {asked.drop, drop_[0]};
  settings_ = bounded(asked, params_);
  Settings shared = settings_;  // the FIFO is shared by all outputs, whatever `sharing` says
  shared.sharing = Sharing::Complete;
  pool_limits_.set(shared, true);
}

/// Derives what the switch shows from the state.
void SwitchInputPipe::show() {
  wants_ = {};
  heads_ = waiting_ = s_tready_ = m_tvalid_ = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    const PipeInput& input = inputs_[i];
    waiting_ |= input.probe().waiting();
    s_tready_ |= PortMask{input.ready(limits_)} << i;
    m_tvalid_ |= PortMask{outputs_[i].valid()} << i;
    if (!input.head()) continue;
    heads_ |= bit(i);
    wants_[input.head_dest()] |= bit(i);
  }
}

}  // namespace xb::twin
