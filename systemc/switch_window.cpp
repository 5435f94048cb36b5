// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_window.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

namespace {
constexpr std::uint32_t kOutputDepth = 3;  // beats: what full rate takes
}

SwitchWindow::SwitchWindow(const Params& params)
    : params_(params),
      inputs_(params.ports, VoqInput(params)),
      windows_(params.ports),
      matcher_(params.ports),
      transfer_(params),
      occupancy_(params.ports),
      limits_(params.ports, params.max_depth, 1),
      refused_packets_(params.ports) {
  reset();
}

void SwitchWindow::reset() {
  for (auto& input : inputs_) input.reset();
  for (auto& window : windows_) window.reset();
  matcher_.reset();
  transfer_.reset();
  occupancy_.reset();
  pool_.reset();
  refused_packets_.assign(refused_packets_.size(), params_.count_start);
  settings_ = Settings{};
  asked_.reset();
  settings_.packet_beats = settings_.window = 0;
  limits_.set(settings_, true);
  now_ = params_.count_start;
  loaded_ = quiet_ = false;
  bidding_ = delaying_ = refusing_ = full_ = s_tready_ = blocked_ = 0;
  flags_ = {};
  last_popped_ = last_taken_ = last_delivered_ = last_ready_ = last_free_ = last_movable_ = 0;
}

void SwitchWindow::step(const Inputs& in) {
  if (!loaded_) {
    matcher_.load(in.settings.seed);
    loaded_ = true;
  }
  // Decided by the state at the beginning of the cycle.
  const PortMask continuing = transfer_.continuing(inputs_);
  const auto match = matcher_.match(settings_, windows_, bidding_, all_ports() & ~transfer_.leaving(),
                                    transfer_.out_free(), now_);
  const PortMask matched = match.inputs;
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  const PortMask taken = in.s_tvalid & s_tready_;
  quiet_ = matched == 0;
  const PortMask discarded = refused(in, taken);
  pool_.observe(limits_, inputs_, offer(in, discarded), serves_other());

  observe(match, continuing, in.m_tready);
  for_each_port(delaying_ | full_, [&](unsigned i) {
    inputs_[i].route(settings_, now_, [&](std::uint8_t j, std::uint32_t stamp) {
      windows_[i].push({stamp, j});
      quiet_ = false;
    });
  });
  transfer_.deliver(delivered, [&](unsigned i, unsigned, bool last) {
    occupancy_.add(i, ~std::uint32_t{0}, last ? ~std::uint32_t{0} : 0);
  });
  for_each_port(matched, [&](unsigned i) {
    if (transfer_.carry(inputs_[i], i, matcher_.dest(i))) quiet_ = false;
    windows_[i].take(matcher_.slot(i));
  });
  for_each_port(continuing, [&](unsigned i) {
    if (transfer_.carry(inputs_[i], i, transfer_.dest(i))) quiet_ = false;
  });
  accept(in, taken, discarded);

  ++now_;
  const bool reconfigured = asked_ != in.settings;
  if (reconfigured) {
    asked_ = in.settings;
    settings_ = bounded(in.settings, params_);
    limits_.set(settings_, true);
  }
  show(reconfigured ? all_ports() : matched | continuing | taken | delaying_ | full_);
  if (reconfigured) {
    transfer_.set_depth(kOutputDepth);
    quiet_ = false;
  }
  last_popped_ = continuing;
  last_taken_ = taken;
  last_delivered_ = delivered;
  last_ready_ = in.m_tready;
}

/// Outputs for which some input has a packet able to start.
PortMask SwitchWindow::work() const {
  PortMask outputs = 0;
  for_each_port(bidding_, [&](unsigned i) { outputs |= inputs_[i].bids(); });
  return outputs;
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchWindow::observe(const WindowMatcher::Match& match, PortMask continuing, PortMask m_tready) {
  last_free_ = transfer_.out_free();
  last_movable_ = transfer_.ready_to_move(inputs_);
  transfer_.observe(work(), m_tready);
  const PortMask leaving = transfer_.leaving();
  const PortMask idle_ready = last_free_ & ~match.outputs & m_tready;
  const PortMask serving = transfer_.held() | match.outputs;
  const PortMask able = last_movable_ | (bidding_ & ~leaving);
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

/// Inputs whose beat is taken to be discarded for want of room, or as misrouted besides; by the memories'
/// state before the cycle's pops.
PortMask SwitchWindow::refused(const Inputs& in, PortMask taken) const {
  PortMask inputs = taken & refusing_;
  if (!settings_.drop || limits_.pool_only()) return inputs;
  for_each_port(taken & ~refusing_,
                [&](unsigned i) { inputs |= PortMask{inputs_[i].rejects(limits_, in.s_tdest[i])} << i; });
  return inputs;
}

/// Beats enter the memories.
void SwitchWindow::accept(const Inputs& in, PortMask taken, PortMask refused) {
  const unsigned words = std::max(1U, params_.data_words);
  for_each_port(taken, [&](unsigned i) {
    const bool last = (in.s_tlast & bit(i)) != 0;
    const bool refuses = (refused & bit(i)) != 0;
    const auto may_bid = [&](std::uint8_t j, std::uint32_t stamp) { windows_[i].push({stamp, j}); };
    const auto beat = inputs_[i].push(settings_, refuses, in.s_tdest[i], last, now_,
                                      &in.s_tdata[std::size_t{i} * words], may_bid);
    if (beat.first || last) quiet_ = false;
    if (beat.keep) {
      occupancy_.add(i, 1, beat.first ? 1 : 0);
    } else if (beat.refused && last) {
      ++refused_packets_[i];
      occupancy_.add(i, 0, 0);  // touched: its drop counter has changed
    }
  });
}

/// Derives what the links are shown from what has changed.
void SwitchWindow::show(PortMask inputs) {
  for_each_port(inputs, [&](unsigned i) {
    const VoqInput& input = inputs_[i];
    const PortMask refuses = PortMask{input.refuses(settings_)} << i;
    const PortMask full = PortMask{!input.room(settings_)} << i;
    refusing_ = (refusing_ & ~bit(i)) | refuses;
    full_ = (full_ & ~bit(i)) | full;
    s_tready_ = (s_tready_ & ~bit(i)) | refuses | (bit(i) & ~full);
    bidding_ = (bidding_ & ~bit(i)) | PortMask{input.bids() != 0} << i;
    delaying_ = (delaying_ & ~bit(i)) | PortMask{input.delaying()} << i;
  });
}

std::uint32_t SwitchWindow::steady(const Inputs& in) const {
  const PortMask popped = transfer_.continuing(inputs_);
  const PortMask taken = in.s_tvalid & s_tready_;
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  const bool same = quiet_ && popped == last_popped_ && taken == last_taken_ &&
                    delivered == last_delivered_ && in.m_tready == last_ready_ &&
                    transfer_.out_free() == last_free_ && transfer_.ready_to_move(inputs_) == last_movable_ &&
                    asked_ == in.settings;
  if (!same || matcher_.possible(settings_, windows_, bidding_, all_ports() & ~transfer_.leaving(),
                                 transfer_.out_free())) {
    return 0;
  }
  if (!pool_.steady(inputs_, offer(in, taken & refusing_), serves_other())) return 0;
  std::uint32_t cycles = transfer_.steady(popped, delivered, work(), in.m_tready);
  for_each_port(transfer_.leaving() | taken | delaying_ | full_, [&](unsigned i) {
    cycles = std::min(cycles, inputs_[i].steady(settings_, (taken & bit(i)) != 0, (popped & bit(i)) != 0,
                                                transfer_.dest(i), now_));
  });
  return cycles;
}

void SwitchWindow::skip(std::uint32_t n) {
  for_each_port(last_popped_ | last_taken_, [&](unsigned i) {
    const bool takes = (last_taken_ & bit(i)) != 0;
    const bool pops = (last_popped_ & bit(i)) != 0;
    if (takes && inputs_[i].keeps()) occupancy_.add(i, n, 0);
    inputs_[i].skip(takes, pops, transfer_.dest(i), n);
    if (pops) transfer_.skip_carried(i, n);
  });
  for_each_port(last_delivered_, [&](unsigned j) {
    occupancy_.add(transfer_.output(j).head().dest, ~n + 1, 0);
    transfer_.skip_delivered(j, n);
  });
  now_ += n;
  show(last_popped_ | last_taken_);  // whether a packet that comes now finds room
}

}  // namespace xb::twin
