// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_crosspoint.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

SwitchCrosspoint::SwitchCrosspoint(const Params& params)
    : params_(params),
      inputs_(params.ports, VoqInput(params)),
      pickers_(params.ports, RrArbiter(params.ports)),
      crosspoints_(std::size_t{params.ports} * params.ports, PacketQueue(params.data_words)),
      occupancy_(params.ports * params.ports),
      limits_(params.ports, params.max_depth, 1),
      refused_packets_(std::size_t{params.ports} * params.ports) {
  for (unsigned j = 0; j < params.ports; ++j) arbiters_.emplace_back(params.ports, j);
  reset();
}

void SwitchCrosspoint::reset() {
  for (auto& input : inputs_) input.reset();
  for (auto& picker : pickers_) picker.reset();
  for (auto& crosspoint : crosspoints_) crosspoint.reset();
  for (auto& arbiter : arbiters_) arbiter.reset();
  occupancy_.reset();
  pool_.reset();
  refused_packets_.assign(refused_packets_.size(), params_.count_start);
  settings_ = Settings{};
  asked_.reset();
  settings_.packet_beats = 0;
  limits_.set(settings_, true);
  now_ = params_.count_start;
  quiet_ = false;
  occupied_ = crowded_ = filled_ = {};
  work_before_ = bidding_ = leaving_ = delaying_ = refusing_ = full_ = 0;
  s_tready_ = m_tvalid_ = idle_with_work_ = 0;
  last_popped_ = last_taken_ = last_delivered_ = 0;
}

/// Inputs whose packet under way moves in this cycle.
PortMask SwitchCrosspoint::continuing() const {
  PortMask inputs = 0;
  for_each_port(leaving_, [&](unsigned i) {
    if ((crowded_[i] & bit(dest_[i])) == 0 && !inputs_[i].queue(dest_[i]).empty()) inputs |= bit(i);
  });
  return inputs;
}

/// Outputs for which some input has a packet able to start.
PortMask SwitchCrosspoint::work() const {
  PortMask outputs = 0;
  for_each_port(bidding_, [&](unsigned i) { outputs |= inputs_[i].bids(); });
  return outputs;
}

/// Some input could start a packet if nothing left a crosspoint.
bool SwitchCrosspoint::any_start() const {
  bool any = false;
  for_each_port(bidding_ & ~leaving_,
                [&](unsigned i) { any |= (inputs_[i].bids() & ~crowded_[i] & ~occupied_[i]) != 0; });
  return any;
}

/// Picks the queues that start a packet in this cycle; a packet whose last beat leaves makes room at once.
PortMask SwitchCrosspoint::start(PortMask delivered) {
  std::array<PortMask, kMaxPorts> emptied;
  PortMask emptying = 0;
  for_each_port(delivered, [&](unsigned j) {
    if (!selected(j).side().last) return;
    quiet_ = false;
    const unsigned i = arbiters_[j].selected();
    emptied[i] = (emptying & bit(i)) != 0 ? emptied[i] | bit(j) : bit(j);
    emptying |= bit(i);
  });
  PortMask starting = 0;
  for_each_port(bidding_ & ~leaving_, [&](unsigned i) {
    const PortMask occupied = (emptying & bit(i)) != 0 ? occupied_[i] & ~emptied[i] : occupied_[i];
    const PortMask candidates = inputs_[i].bids() & ~crowded_[i] & ~occupied;
    if (candidates == 0) return;
    dest_[i] = static_cast<std::uint8_t>(pickers_[i].pick(candidates));
    pickers_[i].advance(dest_[i]);
    starting |= bit(i);
  });
  return starting;
}

void SwitchCrosspoint::step(const Inputs& in) {
  // Decided by the state at the beginning of the cycle.
  const PortMask delivered = m_tvalid_ & in.m_tready;
  const PortMask taken = in.s_tvalid & s_tready_;
  quiet_ = true;
  const PortMask discarded = refused(in, taken);
  pool_.observe(limits_, inputs_, offer(in, discarded), serves_other());
  const PortMask moving_on = continuing();
  const PortMask starting = start(delivered);
  const PortMask popped = moving_on | starting;
  idle_with_work_ = work_before_ & in.m_tready & ~m_tvalid_;
  work_before_ = work();

  for_each_port(delaying_ | full_,
                [&](unsigned i) { inputs_[i].route(settings_, now_, [](unsigned, std::uint32_t) {}); });
  const PortMask offered = m_tvalid_;
  deliver(delivered);
  PortMask outputs = delivered | offered;
  for_each_port(popped, [&](unsigned i) {
    outputs |= bit(dest_[i]);
    transfer(i);
  });
  accept(in, taken, discarded);

  ++now_;
  const bool reconfigured = asked_ != in.settings;
  if (reconfigured) {
    asked_ = in.settings;
    settings_ = bounded(in.settings, params_);
    limits_.set(settings_, true);
  }
  show(reconfigured ? all_ports() : popped | taken | delaying_ | full_, outputs);
  quiet_ = quiet_ && !reconfigured && starting == 0;
  last_popped_ = popped;
  last_taken_ = taken;
  last_delivered_ = delivered;
}

/// Clocks the outputs' arbiters; beats leave the switch.
void SwitchCrosspoint::deliver(PortMask outputs) {
  for_each_port(m_tvalid_, [&](unsigned j) {
    const unsigned i = arbiters_[j].selected();
    PacketQueue& crosspoint = crosspoints_[index(i, j)];
    const bool leaves = (outputs & bit(j)) != 0;
    const bool ends = leaves && crosspoint.side().last;
    if (!arbiters_[j].locked()) quiet_ = false;
    arbiters_[j].clock(Arbitration::RoundRobin, ends);
    if (!leaves) return;
    crosspoint.pop();
    occupancy_.add(index(i, j), ~std::uint32_t{0}, ends ? ~std::uint32_t{0} : 0);
    measure(i, j);
  });
}

/// The next beat of an input's packet goes from its memory to the crosspoint.
void SwitchCrosspoint::transfer(unsigned i) {
  VoqInput& input = inputs_[i];
  const unsigned j = dest_[i];
  const PacketQueue& queue = input.queue(j);
  const bool first = (leaving_ & bit(i)) == 0;
  const bool last = queue.side().last;
  crosspoints_[index(i, j)].push(first, last, static_cast<std::uint8_t>(j), 0, queue.data());
  input.pop(j, last);
  measure(i, j);
  leaving_ = last ? leaving_ & ~bit(i) : leaving_ | bit(i);
  if (last) quiet_ = false;
}

/// Inputs whose beat is taken to be discarded for want of room, or as misrouted besides; by the memories'
/// state before the cycle's pops.
PortMask SwitchCrosspoint::refused(const Inputs& in, PortMask taken) const {
  PortMask inputs = taken & refusing_;
  if (!settings_.drop || limits_.pool_only()) return inputs;
  for_each_port(taken & ~refusing_,
                [&](unsigned i) { inputs |= PortMask{inputs_[i].rejects(limits_, in.s_tdest[i])} << i; });
  return inputs;
}

/// Beats enter the memories.
void SwitchCrosspoint::accept(const Inputs& in, PortMask taken, PortMask refused) {
  const unsigned words = std::max(1U, params_.data_words);
  for_each_port(taken, [&](unsigned i) {
    const bool last = (in.s_tlast & bit(i)) != 0;
    const bool refuses = (refused & bit(i)) != 0;
    const auto beat = inputs_[i].push(settings_, refuses, in.s_tdest[i], last, now_,
                                      &in.s_tdata[std::size_t{i} * words], [](unsigned, std::uint32_t) {});
    if (beat.first || last) quiet_ = false;
    if (beat.refused && last) {
      ++refused_packets_[index(i, beat.destination)];
      occupancy_.add(index(i, beat.destination), 0, 0);  // touched: its drop counter has changed
    }
    if (beat.keep) occupancy_.add(index(i, beat.destination), 1, beat.first ? 1 : 0);
  });
}

/// What a crosspoint has room for and holds.
void SwitchCrosspoint::measure(unsigned i, unsigned j) {
  const auto put = [](PortMask& set, unsigned port, bool in) {
    set = in ? set | bit(port) : set & ~bit(port);
  };
  const PacketQueue& crosspoint = crosspoints_[index(i, j)];
  put(occupied_[i], j, crosspoint.packets() >= settings_.crosspoint_packets);
  put(crowded_[i], j, crosspoint.beats() >= params_.max_crosspoint_beats);
  put(filled_[j], i, !crosspoint.empty());
}

/// Derives what the ports show from what has changed.
void SwitchCrosspoint::show(PortMask inputs, PortMask outputs) {
  const auto put = [](PortMask& set, unsigned port, bool in) {
    set = in ? set | bit(port) : set & ~bit(port);
  };
  for_each_port(inputs, [&](unsigned i) {
    const VoqInput& input = inputs_[i];
    const bool refuses = input.refuses(settings_);
    put(refusing_, i, refuses);
    put(full_, i, !input.room(settings_));
    put(s_tready_, i, refuses || input.room(settings_));
    put(delaying_, i, input.delaying());
    put(bidding_, i, input.bids() != 0);
  });
  for_each_port(outputs, [&](unsigned j) {
    arbiters_[j].offer(Arbitration::RoundRobin, filled_[j], filled_[j], [](unsigned) { return 0U; });
    put(m_tvalid_, j, arbiters_[j].valid());
  });
}

}  // namespace xb::twin
