// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

SwitchVoq::SwitchVoq(const Params& params)
    : params_(params),
      inputs_(params.ports, VoqInput(params)),
      matcher_(params.ports),
      transfer_(params),
      occupancy_(params.ports * params.ports),
      limits_(params.ports, params.max_depth, 1),
      refused_packets_(std::size_t{params.ports} * params.ports) {
  reset();
}

void SwitchVoq::reset() {
  for (auto& input : inputs_) input.reset();
  matcher_.reset();
  transfer_.reset();
  occupancy_.reset();
  pool_.reset();
  refused_packets_.assign(refused_packets_.size(), params_.count_start);
  settings_ = Settings{};
  asked_.reset();
  settings_.packet_beats = settings_.iterations = settings_.output_depth = 0;
  limits_.set(settings_, true);
  now_ = params_.count_start;
  loaded_ = quiet_ = false;
  delaying_ = refusing_ = full_ = s_tready_ = 0;
  last_popped_ = last_taken_ = last_delivered_ = 0;
}

void SwitchVoq::step(const Inputs& in) {
  if (!loaded_) {
    matcher_.load(in.settings.seed);
    loaded_ = true;
  }
  // Decided by the state at the beginning of the cycle.
  const PortMask continuing = transfer_.continuing(inputs_);
  const PortMask work = matcher_.work();
  const PortMask matched = matcher_.match(settings_.scheduler, settings_.iterations,
                                          all_ports() & ~transfer_.leaving(), transfer_.out_free());
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  const PortMask taken = in.s_tvalid & s_tready_;
  quiet_ = matched == 0;
  const PortMask discarded = refused(in, taken);
  pool_.observe(limits_, inputs_, offer(in, discarded), serves_other());

  transfer_.observe(work, in.m_tready);
  for_each_port(delaying_ | full_, [&](unsigned i) {
    inputs_[i].route(settings_, now_, [&](unsigned j, std::uint32_t) { matcher_.request(i, j); });
  });
  transfer_.deliver(delivered, [&](unsigned i, unsigned j, bool last) {
    occupancy_.add(i * params_.ports + j, ~std::uint32_t{0}, last ? ~std::uint32_t{0} : 0);
  });
  for_each_port(matched, [&](unsigned i) {
    const unsigned j = matcher_.dest(i);
    if (transfer_.carry(inputs_[i], i, j)) quiet_ = false;
    matcher_.keep(i, j, (inputs_[i].bids() & bit(j)) != 0);
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
  show(reconfigured ? all_ports() : matched | continuing | taken);
  if (reconfigured) {
    transfer_.set_depth(settings_.output_depth);
    quiet_ = false;
  }
  last_popped_ = continuing;
  last_taken_ = taken;
  last_delivered_ = delivered;
}

/// Inputs whose beat is taken to be discarded for want of room, or as misrouted besides; by the memories'
/// state before the cycle's pops.
PortMask SwitchVoq::refused(const Inputs& in, PortMask taken) const {
  PortMask inputs = taken & refusing_;
  if (!settings_.drop || limits_.pool_only()) return inputs;
  for_each_port(taken & ~refusing_,
                [&](unsigned i) { inputs |= PortMask{inputs_[i].rejects(limits_, in.s_tdest[i])} << i; });
  return inputs;
}

/// Beats enter the memories.
void SwitchVoq::accept(const Inputs& in, PortMask taken, PortMask refused) {
  const unsigned words = std::max(1U, params_.data_words);
  for_each_port(taken, [&](unsigned i) {
    const bool last = (in.s_tlast & bit(i)) != 0;
    const bool refuses = (refused & bit(i)) != 0;
    const auto beat =
        inputs_[i].push(settings_, refuses, in.s_tdest[i], last, now_, &in.s_tdata[std::size_t{i} * words],
                        [&](unsigned j, std::uint32_t) { matcher_.request(i, j); });
    if (beat.first || last) quiet_ = false;
    const unsigned queue = i * params_.ports + beat.destination;
    if (beat.keep) {
      occupancy_.add(queue, 1, beat.first ? 1 : 0);
    } else if (beat.refused && last) {
      ++refused_packets_[queue];
      occupancy_.add(queue, 0, 0);  // touched: its drop counter has changed
    }
  });
}

/// Derives what the links are shown from what has changed.
void SwitchVoq::show(PortMask inputs) {
  if (!settings_.drop && settings_.route_delay == 0 && refusing_ == 0) {
    for_each_port(inputs, [&](unsigned i) {
      s_tready_ = (s_tready_ & ~bit(i)) | PortMask{inputs_[i].room(settings_)} << i;
    });
    full_ = all_ports() & ~s_tready_;
    return;
  }
  for_each_port(inputs, [&](unsigned i) {
    const VoqInput& input = inputs_[i];
    const PortMask refuses = PortMask{input.refuses(settings_)} << i;
    const PortMask full = PortMask{!input.room(settings_)} << i;
    refusing_ = (refusing_ & ~bit(i)) | refuses;
    full_ = (full_ & ~bit(i)) | full;
    s_tready_ = (s_tready_ & ~bit(i)) | refuses | (bit(i) & ~full);
    delaying_ = (delaying_ & ~bit(i)) | PortMask{input.delaying()} << i;
  });
}

std::uint32_t SwitchVoq::steady(const Inputs& in) const {
  const PortMask popped = transfer_.continuing(inputs_);
  const PortMask taken = in.s_tvalid & s_tready_;
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  const bool same = quiet_ && popped == last_popped_ && taken == last_taken_ &&
                    delivered == last_delivered_ && asked_ == in.settings;
  if (!same || matcher_.possible(all_ports() & ~transfer_.leaving(), transfer_.out_free())) return 0;
  if (!pool_.steady(inputs_, offer(in, taken & refusing_), serves_other())) return 0;
  std::uint32_t cycles = transfer_.steady(popped, delivered, matcher_.work(), in.m_tready);
  for_each_port(transfer_.leaving() | taken | delaying_ | full_, [&](unsigned i) {
    cycles = std::min(cycles, inputs_[i].steady(settings_, (taken & bit(i)) != 0, (popped & bit(i)) != 0,
                                                transfer_.dest(i), now_));
  });
  return cycles;
}

void SwitchVoq::skip(std::uint32_t n) {
  for_each_port(last_popped_ | last_taken_, [&](unsigned i) {
    const bool takes = (last_taken_ & bit(i)) != 0;
    const bool pops = (last_popped_ & bit(i)) != 0;
    if (takes && inputs_[i].keeps()) occupancy_.add(i * params_.ports + inputs_[i].destination(), n, 0);
    inputs_[i].skip(takes, pops, transfer_.dest(i), n);
    if (pops) transfer_.skip_carried(i, n);
  });
  for_each_port(last_delivered_, [&](unsigned j) {
    occupancy_.add(transfer_.output(j).head().dest * params_.ports + j, ~n + 1, 0);
    transfer_.skip_delivered(j, n);
  });
  now_ += n;
  show(last_popped_ | last_taken_);  // whether a packet that comes now finds room
}

}  // namespace xb::twin
