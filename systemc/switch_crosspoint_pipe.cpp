// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_crosspoint_pipe.h"

namespace xb::twin {

SwitchCrosspointPipe::SwitchCrosspointPipe(const Params& params, bool longest_first)
    : PipeVoqSwitch(params, 0),
      senders_(params.ports, PipeSender(params.ports, longest_first)),
      crosspoints_(params.ports, PipeCrosspoints(params)),
      grants_(params.ports, PipeGrant(params.ports)) {
  reset();
}

void SwitchCrosspointPipe::reset() {
  PipeVoqSwitch::reset();
  for (auto& sender : senders_) sender.reset();
  for (auto& column : crosspoints_) column.reset();
  for (auto& grant : grants_) grant.reset();
}

void SwitchCrosspointPipe::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  Rows pop{}, returned{};
  PortMask work = 0;
  for (unsigned i = 0; i < senders_.size(); ++i) {
    pop[i] = senders_[i].pop(first_[i]);
    work |= first_[i] & ~senders_[i].under_way();
  }
  for (unsigned j = 0; j < crosspoints_.size(); ++j)
    for_each_port(crosspoints_[j].taken(), [&](unsigned i) { returned[i] |= bit(j); });
  observe(work, in, [this](unsigned input, unsigned output) { return grants_[output].serves_other(input); });
  deliver(left);
  clock_senders(pop, returned);
  clock_outputs(left);
  clock_inputs(pop, in);
}

void SwitchCrosspointPipe::clock_senders(const Rows& pop, const Rows& returned) {
  for (unsigned i = 0; i < senders_.size(); ++i) {
    for_each_port(pop[i], [&](unsigned j) { crosspoints_[j].send(i, inputs_[i].queue(j)); });
    senders_[i].clock(pop[i], last_[i], returned[i], [&](unsigned j) { return inputs_[i].level(j); });
  }
}

void SwitchCrosspointPipe::clock_outputs(PortMask left) {
  for (unsigned j = 0; j < outputs_.size(); ++j) {
    const PortMask granted = grants_[j].grant(crosspoints_[j].want());
    for_each_port(granted, [&](unsigned i) {
      const PacketQueue& queue = crosspoints_[j].queue(i);
      const Side side = queue.side();
      outputs_[j].send(i, side, queue.data());
      grants_[j].granted(i, side.last);
    });
    crosspoints_[j].clock(granted);
    outputs_[j].clock(granted != 0);
    grants_[j].clock(granted != 0, (left & bit(j)) != 0);
  }
}

}  // namespace xb::twin
