// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq_pipe.h"

#include <algorithm>

namespace xb::twin {

namespace {
constexpr unsigned kOutputBeats = 16;
// Two beats are gone that are not taken from the credit, one goes, and one may be granted.
constexpr unsigned kCreditsOnTheWay = 5;
}  // namespace

SwitchVoqPipe::SwitchVoqPipe(const Params& params)
    : PipeVoqSwitch(params, params.ram_register), credits_(params.ports), match_(params.ports) {
  reset();
}

void SwitchVoqPipe::reset() {
  PipeVoqSwitch::reset();
  std::fill(credits_.begin(), credits_.end(), Credit{kOutputBeats, false});
  match_.reset();
  room_ = sent_ = 0;
}

void SwitchVoqPipe::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  const Rows pop = match_.pops(first_, room_);
  PortMask work = 0;
  for (unsigned i = 0; i < inputs_.size(); ++i)
    work |= ((pop[i] & second_[i]) | (first_[i] & ~pop[i])) & ~match_.holds(i);
  observe(work, in, [this](unsigned input, unsigned output) { return match_.serves_other(input, output); });
  deliver(left);
  const PortMask sent = send(pop);
  match_.clock(first_, second_, last_, room_, pop);
  clock_outputs(sent, left);
  clock_inputs(pop, in);
}

/// Beats go on their way; returns to which outputs.
PortMask SwitchVoqPipe::send(const Rows& pop) {
  PortMask sent = 0;
  for_each_port(match_.rows_with(pop), [&](unsigned i) {
    const auto j = static_cast<unsigned>(__builtin_ctzll(pop[i]));
    const PacketQueue& queue = inputs_[i].queue(j);
    outputs_[j].send(i, queue.side(), queue.data());
    sent |= bit(j);
  });
  return sent;
}

void SwitchVoqPipe::clock_outputs(PortMask sent, PortMask left) {
  room_ = 0;
  for (unsigned j = 0; j < inputs_.size(); ++j) {
    const bool late = (sent_ & bit(j)) != 0;
    outputs_[j].clock(late);
    Credit& credit = credits_[j];
    room_ |= PortMask{credit.beats >= kCreditsOnTheWay} << j;
    credit.beats += (credit.returned ? 1 : 0) - (late ? 1 : 0);
    credit.returned = (left & bit(j)) != 0;
  }
  sent_ = sent;
}

}  // namespace xb::twin
