// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input_pipe_classes.h"

namespace xb::twin {

SwitchInputPipeClasses::SwitchInputPipeClasses(const Params& params)
    : PipeClassSwitch(params, params.ram_register),
      grants_(params.ports, PipeClassGrant(params.ports, params.classes, params.ram_register)) {
  reset();
}

void SwitchInputPipeClasses::reset() {
  PipeClassSwitch::reset(1);
  for (PipeClassGrant& grant : grants_) grant.reset();
  bids_ = {};
  wants_ = {};
  waiting_ = {};
  flags_ = {};
  blocked_ = 0;
}

void SwitchInputPipeClasses::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  PortMask pop = 0;
  std::array<PipeClassGrant::Choice, kMaxPorts> choices;
  for (unsigned j = 0; j < grants_.size(); ++j) {
    choices[j] = grants_[j].choose(wants_[j]);
    pop |= choices[j].granted;
  }
  observe(pop, in);
  deliver(left);
  for (unsigned j = 0; j < grants_.size(); ++j) send(j, choices[j], (left & bit(j)) != 0);
  clock_inputs([&](unsigned c, unsigned i) { return (pop & bit(i)) != 0 && bids(i, c); }, in,
               Sharing::Complete);
  show();
}

/// The clock edge of an output, to which that goes.
void SwitchInputPipeClasses::send(unsigned output, const PipeClassGrant::Choice& choice, bool left) {
  bool last = false;
  for_each_port(choice.granted, [&](unsigned i) {
    PipeInput& fifo = inputs_[choice.of_class][i];
    last = fifo.head_side().last;
    outputs_[output].send(i, fifo.head_side(), fifo.head_data(), choice.of_class);
    bids_[i].busy = !last;
    fifo.take_head();
  });
  outputs_[output].clock();
  grants_[output].clock(settings(), waiting_[output], choice, last, left, outputs_[output].passed_over());
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchInputPipeClasses::observe(PortMask pop, const Inputs& in) {
  PortMask idle_ready = 0, work = 0;
  for_each_port(in.m_tready & all_ports(params().ports), [&](unsigned j) {
    PortMask wants = grants_[j].under_way();
    for (const PortMask inputs : wants_[j]) wants |= inputs;
    idle_ready |= PortMask{grants_[j].room() && wants == 0} << j;
  });
  blocked_ = 0;
  flags_ = {};
  for (unsigned c = classes(); c-- > 0;) {
    for (const PipeInput& fifo : inputs_[c]) work |= fifo.probe().waiting();
    observe_class(c, pop, idle_ready);
  }
  PipeClassSwitch::observe(
      work, in, [this](unsigned input, unsigned output) { return grants_[output].serves_other(input); });
}

/// The head-of-line flags of the inputs of which no higher class is blocked.
void SwitchInputPipeClasses::observe_class(unsigned c, PortMask pop, PortMask idle_ready) {
  for (unsigned i = 0; i < params().ports; ++i) {
    PipeInput& fifo = inputs_[c][i];
    const bool goes = (pop & bit(i)) != 0 && bids(i, c);
    if (!fifo.head() || goes || (blocked_ & bit(i)) != 0) continue;
    const PipeClassGrant& grant = grants_[fifo.head_dest()];
    // Its own output is idle where the input bids for another class.
    fifo.probe().observe(true, !bids(i, c) || grant.room() || grant.serves_other(i), fifo.head_dest(),
                         idle_ready & ~bit(fifo.head_dest()));
    flags_[i] = fifo.probe().flags();
    blocked_ |= bit(i);
  }
}

/// Derives what bids from the state.
void SwitchInputPipeClasses::show() {
  wants_ = {};
  waiting_ = {};
  for (unsigned j = 0; j < params().ports; ++j) grants_[j].stop(stopped(j));
  for (unsigned i = 0; i < params().ports; ++i) {
    if (!bids_[i].busy) bids_[i].of_class = kNone;
    for (unsigned c = classes(); c-- > 0;) {
      const PipeInput& fifo = inputs_[c][i];
      if (!fifo.head()) continue;
      if ((stopped(fifo.head_dest()) >> c & 1U) != 0 && !(bids_[i].busy && bids(i, c))) continue;
      waiting_[fifo.head_dest()] |= ClassMask{1} << c;
      if (bids_[i].of_class == kNone) bids_[i].of_class = static_cast<int>(c);
      if (bids(i, c)) wants_[fifo.head_dest()][c] |= bit(i);
    }
  }
}

}  // namespace xb::twin
