// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_window.h"

#include <algorithm>

namespace xb::twin {

namespace {
constexpr std::uint32_t kOutputDepth = 3;  // beats: what full rate takes
}

SwitchWindow::SwitchWindow(const Params& params)
    : MatchedSwitch(params), windows_(params.ports), matcher_(params.ports) {
  reset();
}

void SwitchWindow::reset() {
  MatchedSwitch::reset();
  for (auto& window : windows_) window.reset();
  matcher_.reset();
  blocked_ = 0;
  flags_ = {};
  last_ready_ = last_free_ = last_movable_ = 0;
}

void SwitchWindow::step(const Inputs& in) {
  if (!loaded_) {
    matcher_.load(in.settings.seed);
    loaded_ = true;
  }
  // Decided by the state at the beginning of the cycle.
  const PortMask continuing = transfer_.continuing(inputs_);
  const auto match =
      matcher_.match(inputs_.settings(), windows_, inputs_.bidding(),
                     inputs_.all_ports() & ~transfer_.leaving(), transfer_.out_free(), inputs_.now());
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  quiet_ = match.inputs == 0;
  inputs_.begin(in, transfer_.m_tvalid(), serves_other());

  observe(match, continuing, in.m_tready);
  inputs_.route([&](unsigned i, std::uint8_t j, std::uint32_t stamp) {
    windows_[i].push({stamp, j});
    quiet_ = false;
  });
  transfer_.deliver(delivered, [&](unsigned i, unsigned j, bool last) { counters_.leave(i, j, 1, last); });
  for_each_port(match.inputs, [&](unsigned i) {
    if (transfer_.carry(inputs_[i], i, matcher_.dest(i))) quiet_ = false;
    windows_[i].take(matcher_.slot(i));
  });
  for_each_port(continuing, [&](unsigned i) {
    if (transfer_.carry(inputs_[i], i, transfer_.dest(i))) quiet_ = false;
  });
  const auto push = [&](unsigned i, std::uint8_t j, std::uint32_t stamp) { windows_[i].push({stamp, j}); };
  const bool marked = inputs_.accept(in, counters_, push);
  if (marked) quiet_ = false;
  if (inputs_.clock(in, match.inputs | continuing)) {
    transfer_.set_depth(kOutputDepth);
    quiet_ = false;
  }
  last_popped_ = continuing;
  last_delivered_ = delivered;
  last_ready_ = in.m_tready;
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchWindow::observe(const WindowMatcher::Match& match, PortMask continuing, PortMask m_tready) {
  last_free_ = transfer_.out_free();
  last_movable_ = transfer_.ready_to_move(inputs_);
  transfer_.observe(inputs_.bids(), m_tready);
  const PortMask leaving = transfer_.leaving();
  const PortMask idle_ready = last_free_ & ~match.outputs & m_tready;
  const PortMask serving = transfer_.held() | match.outputs;
  const PortMask able = last_movable_ | (inputs_.bidding() & ~leaving);
  const PortMask blocked = able & ~continuing & ~match.inputs;
  for_each_port(blocked_ & ~blocked, [&](unsigned i) { flags_[i] = {}; });
  for_each_port(blocked, [&](unsigned i) {
    const bool underway = (leaving & bit(i)) != 0;
    const std::uint8_t head =
        underway ? static_cast<std::uint8_t>(transfer_.dest(i)) : windows_[i].slot(0).dest;
    flags_[i] = {true, underway || (serving & bit(head)) == 0, head, inputs_[i].bids() & idle_ready};
  });
  blocked_ = blocked;
}

std::uint32_t SwitchWindow::steady(const Inputs& in) const {
  const PortMask popped = transfer_.continuing(inputs_);
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  const bool same = quiet_ && popped == last_popped_ && delivered == last_delivered_ &&
                    in.m_tready == last_ready_ && transfer_.out_free() == last_free_ &&
                    transfer_.ready_to_move(inputs_) == last_movable_;
  if (!same || matcher_.possible(inputs_.settings(), windows_, inputs_.bidding(),
                                 inputs_.all_ports() & ~transfer_.leaving(), transfer_.out_free())) {
    return 0;
  }
  const std::uint32_t cycles = inputs_.steady(in, transfer_.leaving(), popped, transfer_.m_tvalid(),
                                              transfer_.dests(), serves_other());
  return cycles == 0 ? 0 : std::min(cycles, transfer_.steady(popped, delivered, inputs_.bids(), in.m_tready));
}

}  // namespace xb::twin
