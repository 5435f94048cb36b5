// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input_pipe.h"

namespace xb::twin {

SwitchInputPipe::SwitchInputPipe(const Params& params)
    : PipeSwitch(params, params.ram_register),
      grants_(params.ports, PipeGrant(params.ports, params.ram_register)) {
  reset();
}

void SwitchInputPipe::reset() {
  PipeSwitch::reset(1);
  for (auto& grant : grants_) grant.reset();
  wants_ = {};
  heads_ = waiting_ = blocked_ = 0;
}

void SwitchInputPipe::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  // By the state at the beginning of the cycle, before grants change it.
  PortMask pop = 0, sent = 0;
  std::array<PortMask, kMaxPorts> granted;
  for (unsigned j = 0; j < outputs_.size(); ++j) {
    pop |= granted[j] = grants_[j].grant(wants_[j]);
    sent |= PortMask{granted[j] != 0} << j;
  }
  observe(pop, in);
  deliver(left);
  for_each_port(sent, [&](unsigned j) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(granted[j]));
    const Side side = inputs_[i].head_side();
    outputs_[j].send(i, side, inputs_[i].head_data());
    grants_[j].granted(i, side.last);
    inputs_[i].take_head();
  });
  for (unsigned j = 0; j < outputs_.size(); ++j) {
    outputs_[j].clock((sent & bit(j)) != 0);
    grants_[j].clock((sent & bit(j)) != 0, (left & bit(j)) != 0);
  }
  clock_inputs([&](unsigned i) { return (pop & bit(i)) != 0; }, in, Sharing::Complete);
  wants_ = {};
  heads_ = waiting_ = 0;
  for (unsigned i = 0; i < inputs_.size(); ++i) {
    waiting_ |= inputs_[i].probe().waiting();
    heads_ |= PortMask{inputs_[i].head()} << i;
  }
  for_each_port(heads_, [&](unsigned i) { wants_[inputs_[i].head_dest()] |= bit(i); });
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchInputPipe::observe(PortMask pop, const Inputs& in) {
  PortMask idle_ready = 0;
  for (unsigned j = 0; j < grants_.size(); ++j)
    idle_ready |= (PortMask{grants_[j].open()} & PortMask{wants_[j] == 0}) << j;
  idle_ready &= in.m_tready;
  const PortMask blocked = heads_ & ~pop;
  for_each_port(blocked, [&](unsigned i) {
    const std::uint8_t dest = inputs_[i].head_dest();
    inputs_[i].probe().observe(true, grants_[dest].room() || grants_[dest].serves_other(i), dest, idle_ready);
  });
  for_each_port(blocked_ & ~blocked, [&](unsigned i) { inputs_[i].probe().observe(false, false, 0, 0); });
  blocked_ = blocked;
  PipeSwitch::observe(
      waiting_, in, [this](unsigned input, unsigned output) { return grants_[output].serves_other(input); });
}

}  // namespace xb::twin
