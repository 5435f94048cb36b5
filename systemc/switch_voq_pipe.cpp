// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq_pipe.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

namespace {
constexpr unsigned kOutputBeats = 16;
// Two beats are gone that are not taken from the credit, one goes, and one may be granted.
constexpr unsigned kCreditsOnTheWay = 5;
}  // namespace

SwitchVoqPipe::SwitchVoqPipe(const Params& params)
    : params_(params),
      pool_limits_(params.ports, params.max_depth, 1),
      inputs_(params.ports, PipeVoqInput(params)),
      outputs_(params.ports, PipeOutput(params)),
      credits_(params.ports),
      match_(params.ports),
      counters_(params) {
  reset();
}

void SwitchVoqPipe::reset() {
  for (auto& input : inputs_) input.reset();
  for (auto& output : outputs_) output.reset();
  std::fill(credits_.begin(), credits_.end(), Credit{kOutputBeats, false});
  match_.reset();
  counters_.reset();
  pool_.reset();
  settings_ = Settings{};
  settings_.depth = 0;
  settings_.packet_beats = params_.max_depth + 1;
  limits_ = {};
  drop_ = {};
  first_ = second_ = last_ = {};
  work_ = {};
  room_ = sent_ = s_tready_ = m_tvalid_ = idle_with_work_ = 0;
}

void SwitchVoqPipe::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  const PipeMatch::Rows pop = match_.pops(first_, room_);
  observe(pop, in);
  deliver(left);
  const PortMask sent = send(pop);
  match_.clock(first_, second_, last_, room_, pop);
  clock_outputs(sent, left);
  clock_inputs(pop, in);
  configure(in.settings);
  show();
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchVoqPipe::observe(const PipeMatch::Rows& pop, const Inputs& in) {
  idle_with_work_ = work_[3] & in.m_tready & ~m_tvalid_;
  std::copy_backward(work_.begin(), work_.end() - 1, work_.end());
  work_[0] = 0;
  PortMask held = 0, refused = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    for_each_port((pop[i] & second_[i]) | (first_[i] & ~pop[i]),
                  [&](unsigned j) { work_[0] |= PortMask{!match_.held_by(j, i)} << j; });
    if ((in.s_tvalid & bit(i)) == 0) continue;
    const bool taken = (s_tready_ & bit(i)) != 0;
    const bool refuses = inputs_[i].refuses(limits_, in.s_tdest[i]);
    held |= PortMask{!taken && !refuses && inputs_[i].beats() != 0} << i;
    refused |= PortMask{taken && refuses} << i;
  }
  pool_.observe(pool_limits_, inputs_, {held, refused, in.m_tready & ~m_tvalid_, in.s_tdest},
                [this](unsigned input, unsigned output) { return match_.serves_other(input, output); });
}

void SwitchVoqPipe::deliver(PortMask outputs) {
  for_each_port(outputs, [&](unsigned j) {
    const Side side = outputs_[j].side();
    counters_.leave(side.dest, j, 1, side.last);
    outputs_[j].deliver();
  });
}

/// Beats go on their way; returns to which outputs.
PortMask SwitchVoqPipe::send(const PipeMatch::Rows& pop) {
  PortMask sent = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    for_each_port(pop[i], [&](unsigned j) {
      const PacketQueue& queue = inputs_[i].queue(j);
      outputs_[j].send(i, queue.side(), queue.data());
      sent |= bit(j);
    });
  }
  return sent;
}

void SwitchVoqPipe::clock_outputs(PortMask sent, PortMask left) {
  room_ = 0;
  for (unsigned j = 0; j < params_.ports; ++j) {
    const bool late = (sent_ & bit(j)) != 0;
    outputs_[j].clock(late);
    Credit& credit = credits_[j];
    room_ |= PortMask{credit.beats >= kCreditsOnTheWay} << j;
    credit.beats += (credit.returned ? 1 : 0) - (late ? 1 : 0);
    credit.returned = (left & bit(j)) != 0;
  }
  sent_ = sent;
}

void SwitchVoqPipe::clock_inputs(const PipeMatch::Rows& pop, const Inputs& in) {
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
}

/// The registers of the settings, in two steps.
void SwitchVoqPipe::configure(const Settings& asked) {
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

/// Derives what the switch shows from the state.
void SwitchVoqPipe::show() {
  s_tready_ = m_tvalid_ = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    first_[i] = inputs_[i].first();
    second_[i] = inputs_[i].second();
    last_[i] = inputs_[i].last();
    s_tready_ |= PortMask{inputs_[i].ready()} << i;
    m_tvalid_ |= PortMask{outputs_[i].valid()} << i;
  }
}

}  // namespace xb::twin
