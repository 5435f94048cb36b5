// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input.h"

#include <array>

namespace xb::twin {

SwitchInput::SwitchInput(const Params& params)
    : params_(params),
      queues_(params.ports, InputQueue(params)),
      arbiters_(params.ports, PacketArbiter(params.ports)),
      offers_(params.ports) {
  reset();
}

void SwitchInput::reset() {
  for (auto& queue : queues_) queue.reset();
  for (auto& arbiter : arbiters_) arbiter.reset();
  depth_ = 0;
  store_forward_ = false;
  idle_with_work_ = 0;
  show();
}

void SwitchInput::step(const Inputs& in) {
  // What moves in this cycle, and which heads are shown at an output.
  PortMask pop = 0;
  PortMask shown = 0;
  PortMask waiting = 0;
  PortMask locked = 0;
  for (unsigned j = 0; j < params_.ports; ++j) {
    const auto& offer = offers_[j];
    if (arbiters_[j].locked()) locked |= bit(j);
    if (!offer.valid) continue;
    shown |= bit(offer.selected);
    if ((in.m_tready & bit(j)) != 0) pop |= bit(offer.selected);
  }
  for (const auto& queue : queues_) waiting |= queue.probe().waiting();

  // Observe this cycle, then clock: outputs first, since a pop changes the head that they look at.
  const PortMask idle_ready = in.m_tready & ~m_tvalid_ & ~locked;
  idle_with_work_ = waiting & in.m_tready & ~m_tvalid_;
  for (unsigned j = 0; j < params_.ports; ++j) {
    const auto& offer = offers_[j];
    if (!offer.valid && !arbiters_[j].locked()) continue;
    arbiters_[j].clock(offer, offer.valid && (in.m_tready & bit(j)) != 0,
                       offer.valid && queues_[offer.selected].head_side().last);
  }
  const PortMask taken = in.s_tvalid & s_tready_;
  for (unsigned i = 0; i < params_.ports; ++i) {
    InputQueue& queue = queues_[i];
    const bool pops = (pop & bit(i)) != 0;
    const bool blocked = (bids_ & bit(i)) != 0 && !pops;
    queue.probe().observe(blocked, (shown & bit(i)) == 0, blocked ? queue.head_side().dest : std::uint8_t{0},
                          idle_ready);
    const bool takes = (taken & bit(i)) != 0;
    if (!pops && !takes) continue;
    const Side side =
        takes ? Side{in.s_tdest[i], (in.s_tuser & bit(i)) != 0, (in.s_tlast & bit(i)) != 0} : Side{};
    queue.clock(pops, takes ? &in.s_tdata[std::size_t{i} * params_.data_words] : nullptr, side,
                store_forward_);
  }
  depth_ = in.cfg_depth;
  store_forward_ = in.cfg_store_forward;
  show();
}

/// Derives the outputs from the state.
void SwitchInput::show() {
  std::array<PortMask, kMaxPorts> requests;
  for (unsigned j = 0; j < params_.ports; ++j) requests[j] = 0;
  PortMask beats = 0;
  s_tready_ = bids_ = m_tvalid_ = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    const InputQueue& queue = queues_[i];
    if (queue.ready(depth_)) s_tready_ |= bit(i);
    if (!queue.beat()) continue;
    beats |= bit(i);
    if (!queue.bid(depth_, store_forward_)) continue;
    bids_ |= bit(i);
    if (!queue.started()) requests[queue.head_side().dest] |= bit(i);
  }
  for (unsigned j = 0; j < params_.ports; ++j) {
    offers_[j] = arbiters_[j].offer(requests[j], beats);
    if (offers_[j].valid) m_tvalid_ |= bit(j);
  }
}

}  // namespace xb::twin
