// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input_pipe_classes.h"

namespace xb::twin {

SwitchInputPipeClasses::SwitchInputPipeClasses(const Params& params)
    : PipeOutputs(params),
      classes_(params.classes),
      fifos_(params.classes, std::vector<PipeInput>(params.ports, PipeInput(params))),
      grants_(params.ports, PipeClassGrant(params.ports, params.classes)),
      pools_(params.classes),
      ingress_(params.classes) {
  reset();
}

void SwitchInputPipeClasses::reset() {
  PipeOutputs::reset(1);
  for (auto& of_class : fifos_)
    for (PipeInput& fifo : of_class) fifo.reset();
  for (PipeClassGrant& grant : grants_) grant.reset();
  for (PoolProbe& pool : pools_) pool.reset();
  ingress_.reset();
  ready_ = {};
  bids_ = {};
  wants_ = {};
  waiting_ = {};
  flags_ = {};
  blocked_ = 0;
}

void SwitchInputPipeClasses::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  PortMask pop = 0;
  std::array<PortMask, kMaxPorts> granted;
  for (unsigned j = 0; j < grants_.size(); ++j) pop |= granted[j] = grants_[j].grant(wants_[j]);
  observe(pop, in);
  deliver(left);
  for (unsigned j = 0; j < grants_.size(); ++j) send(j, granted[j], (left & bit(j)) != 0);
  take(in, pop);
  configure(in.settings, Sharing::Complete);
  show();
}

/// The clock edge of an output: a beat of the input in `granted`, one or none, goes to it.
void SwitchInputPipeClasses::send(unsigned output, PortMask granted, bool left) {
  int of_class = kNone;
  unsigned input = 0;
  bool last = false;
  for_each_port(granted, [&](unsigned i) {
    of_class = bids_[i].of_class;
    input = i;
    const PipeInput& fifo = fifos_[static_cast<unsigned>(of_class)][i];
    last = fifo.head_side().last;
    outputs_[output].send(i, fifo.head_side(), fifo.head_data(), static_cast<unsigned>(of_class));
    bids_[i].busy = !last;
  });
  outputs_[output].clock(granted != 0);
  grants_[output].clock(settings(), waiting_[output], of_class, input, last, left);
}

/// The clock edge of the FIFOs.
void SwitchInputPipeClasses::take(const Inputs& in, PortMask pop) {
  const std::size_t stride = params().beat_stride();
  for (unsigned i = 0; i < params().ports; ++i) {
    const bool last = (in.s_tlast & bit(i)) != 0, valid = (in.s_tvalid & bit(i)) != 0;
    const unsigned offered = valid ? ingress_.class_of(in, i) : classes_;
    for (unsigned c = 0; c < classes_; ++c) {
      PipeInput::Offer offer{};
      if (c == offered && (ready_[c] & bit(i)) != 0) {
        offer = {true, fifos_[c][i].refuses(limits(), in.s_tdest[i]), last, in.s_tdest[i],
                 &in.s_tdata[i * stride]};
        ingress_.take(i, c, last);
      }
      count(i, fifos_[c][i].clock(limits(), (pop & bit(i)) != 0 && bids(i, c), offer), last);
    }
  }
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchInputPipeClasses::observe(PortMask pop, const Inputs& in) {
  PortMask idle_ready = 0, work = 0;
  for_each_port(in.m_tready & all_ports(params().ports), [&](unsigned j) {
    PortMask wants = grants_[j].under_way();
    for (const PortMask inputs : wants_[j]) wants |= inputs;
    idle_ready |= PortMask{grants_[j].room() && wants == 0} << j;
  });
  ClassPorts held{}, refused{};
  for_each_port(in.s_tvalid & all_ports(params().ports), [&](unsigned i) {
    const unsigned c = ingress_.class_of(in, i);
    const bool taken = (ready_[c] & bit(i)) != 0;
    const bool refuses = fifos_[c][i].refuses(limits(), in.s_tdest[i]);
    held[c] |= PortMask{!taken && !refuses && fifos_[c][i].beats() != 0} << i;
    refused[c] |= PortMask{taken && refuses} << i;
  });
  blocked_ = 0;
  flags_ = {};
  const PortMask silent = in.m_tready & ~m_tvalid_;
  for (unsigned c = classes_; c-- > 0;) {
    for (const PipeInput& fifo : fifos_[c]) work |= fifo.probe().waiting();
    observe_class(c, pop, idle_ready);
    pools_[c].observe(
        pool_limits(), fifos_[c], {held[c], refused[c], silent, in.s_tdest},
        [this](unsigned input, unsigned output) { return grants_[output].serves_other(input); });
  }
  idle_with_work_ = work & silent;
}

/// The head-of-line flags of the inputs of which no higher class is blocked.
void SwitchInputPipeClasses::observe_class(unsigned c, PortMask pop, PortMask idle_ready) {
  for (unsigned i = 0; i < params().ports; ++i) {
    PipeInput& fifo = fifos_[c][i];
    const bool goes = (pop & bit(i)) != 0 && bids(i, c);
    if (!fifo.head() || goes || (blocked_ & bit(i)) != 0) continue;
    const PipeClassGrant& grant = grants_[fifo.head_dest()];
    fifo.probe().observe(true, !bids(i, c) || grant.room() || grant.serves_other(i), fifo.head_dest(),
                         idle_ready);
    flags_[i] = fifo.probe().flags();
    blocked_ |= bit(i);
  }
}

/// Derives what is shown, and what bids, from the state.
void SwitchInputPipeClasses::show() {
  show_outputs();
  ready_ = {};
  wants_ = {};
  waiting_ = {};
  for (unsigned i = 0; i < params().ports; ++i) {
    if (!bids_[i].busy) bids_[i].of_class = kNone;
    for (unsigned c = classes_; c-- > 0;) {
      const PipeInput& fifo = fifos_[c][i];
      ready_[c] |= PortMask{fifo.ready(limits())} << i;
      if (!fifo.head()) continue;
      if (bids_[i].of_class == kNone) bids_[i].of_class = static_cast<int>(c);
      waiting_[fifo.head_dest()] |= ClassMask{1} << c;
      if (bids(i, c)) wants_[fifo.head_dest()][c] |= bit(i);
    }
  }
}

std::uint32_t SwitchInputPipeClasses::drop_misrouted(unsigned input) const {
  std::uint32_t packets = 0;
  for (const auto& of_class : fifos_) packets += of_class[input].misrouted_packets();
  return packets;
}

PortMask SwitchInputPipeClasses::pool() const {
  PortMask inputs = 0;
  for (const PoolProbe& pool : pools_) inputs |= pool.pool();
  return inputs;
}

std::uint8_t SwitchInputPipeClasses::pool_by(unsigned input) const {
  for (const PoolProbe& pool : pools_)
    if ((pool.pool() & bit(input)) != 0) return pool.by(input);
  return 0;
}

}  // namespace xb::twin
