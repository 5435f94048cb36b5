// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq.h"

#include <algorithm>

namespace xb::twin {

SwitchVoq::SwitchVoq(const Params& params)
    : params_(params),
      inputs_(params.ports, VoqInput(params)),
      matcher_(params.ports),
      outputs_(params.ports, PacketQueue(params.data_words)),
      occupancy_(params.ports * params.ports),
      refused_packets_(std::size_t{params.ports} * params.ports) {
  reset();
}

void SwitchVoq::reset() {
  for (auto& input : inputs_) input.reset();
  matcher_.reset();
  for (auto& output : outputs_) output.reset();
  occupancy_.reset();
  refused_packets_.assign(refused_packets_.size(), 0);
  settings_ = Settings{};
  settings_.packet_beats = settings_.iterations = settings_.output_depth = 0;
  now_ = 0;
  loaded_ = quiet_ = false;
  leaving_ = held_ = delaying_ = filled_ = work_ = work_late_ = m_tvalid_ = idle_with_work_ = 0;
  last_popped_ = last_taken_ = last_delivered_ = last_moving_ = 0;
  show(all_ports(), all_ports());
}

PortMask SwitchVoq::all_ports() const { return ~PortMask{0} >> (kMaxPorts - params_.ports); }

/// Inputs whose packet under way moves in this cycle.
PortMask SwitchVoq::popping() const {
  PortMask inputs = 0;
  for_each_port(leaving_, [&](unsigned i) {
    if ((room_ & bit(dest_[i])) != 0 && !inputs_[i].queue(dest_[i]).empty()) inputs |= bit(i);
  });
  return inputs;
}

void SwitchVoq::step(const Inputs& in) {
  if (!loaded_) {
    matcher_.load(in.settings.seed);
    loaded_ = true;
  }
  // Decided by the state at the beginning of the cycle.
  const PortMask continuing = popping();
  const PortMask work = matcher_.work();
  const PortMask matched = matcher_.match(settings_.scheduler, settings_.iterations, all_ports() & ~leaving_,
                                          room_ & ~held_);
  const PortMask delivered = m_tvalid_ & in.m_tready;
  const PortMask taken = in.s_tvalid & s_tready_;
  idle_with_work_ = work_late_ & in.m_tready & ~m_tvalid_;
  work_late_ = work_;
  work_ = work;

  for_each_port(delaying_ | full_, [&](unsigned i) {
    const PortMask before = inputs_[i].bids();
    inputs_[i].route(settings_, now_);
    for_each_port(inputs_[i].bids() & ~before, [&](unsigned j) { matcher_.request(i, j); });
  });
  quiet_ = matched == 0;
  deliver(delivered);
  m_tvalid_ = filled_;  // what is popped now gets there in the next cycle
  last_moving_ = 0;
  for_each_port(matched, [&](unsigned i) { dest_[i] = static_cast<std::uint8_t>(matcher_.dest(i)); });
  for_each_port(matched | continuing, [&](unsigned i) { transfer(i); });
  accept(in, taken);

  ++now_;
  const bool reconfigured = !(settings_ == in.settings);
  settings_ = in.settings;
  show(reconfigured ? all_ports() : matched | continuing | taken,
       reconfigured ? all_ports() : last_moving_ | delivered);
  quiet_ = quiet_ && !reconfigured;
  last_popped_ = continuing;
  last_taken_ = taken;
  last_delivered_ = delivered;
}

/// Beats leave the switch.
void SwitchVoq::deliver(PortMask outputs) {
  for_each_port(outputs, [&](unsigned j) {
    PacketQueue& queue = outputs_[j];
    const bool last = queue.side().last;
    occupancy_.add(queue.head().dest * params_.ports + j, ~std::uint32_t{0}, last ? ~std::uint32_t{0} : 0);
    queue.pop();
    if (queue.empty()) filled_ &= ~bit(j);
  });
}

/// The next beat of an input's packet goes from its memory to its output.
void SwitchVoq::transfer(unsigned i) {
  VoqInput& input = inputs_[i];
  const unsigned j = dest_[i];
  const PacketQueue& queue = input.queue(j);
  const bool first = (leaving_ & bit(i)) == 0;
  const bool last = queue.side().last;
  outputs_[j].push(first, last, static_cast<std::uint8_t>(i), 0, queue.data());
  input.pop(j);
  if (first && (input.bids() & bit(j)) == 0) matcher_.withdraw(i, j);
  filled_ |= bit(j);
  last_moving_ |= bit(j);
  leaving_ = last ? leaving_ & ~bit(i) : leaving_ | bit(i);
  held_ = last ? held_ & ~bit(j) : held_ | bit(j);
  if (last) quiet_ = false;
}

/// Beats enter the memories.
void SwitchVoq::accept(const Inputs& in, PortMask taken) {
  const unsigned words = std::max(1U, params_.data_words);
  for_each_port(taken, [&](unsigned i) {
    VoqInput& input = inputs_[i];
    const bool last = (in.s_tlast & bit(i)) != 0;
    const bool refused = (refusing_ & bit(i)) != 0;
    const auto beat = input.push(settings_, refused, in.s_tdest[i], last, now_, &in.s_tdata[std::size_t{i} * words]);
    if (beat.first || last) quiet_ = false;
    const unsigned queue = i * params_.ports + beat.destination;
    if (beat.refused && last) {
      ++refused_packets_[queue];
      occupancy_.add(queue, 0, 0);  // touched: its drop counter has changed
    }
    if (!beat.keep) return;
    occupancy_.add(queue, 1, beat.first ? 1 : 0);
    if ((input.bids() & bit(beat.destination)) != 0) matcher_.request(i, beat.destination);
  });
}

/// Derives what the ports show from what has changed.
void SwitchVoq::show(PortMask inputs, PortMask outputs) {
  const auto put = [](PortMask& set, unsigned port, bool in) { set = in ? set | bit(port) : set & ~bit(port); };
  for_each_port(inputs, [&](unsigned i) {
    const VoqInput& input = inputs_[i];
    const bool refuses = input.refuses(settings_);
    put(refusing_, i, refuses);
    put(full_, i, !input.room(settings_));
    put(s_tready_, i, refuses || input.room(settings_));
    put(delaying_, i, input.delaying());
  });
  for_each_port(outputs, [&](unsigned j) { put(room_, j, outputs_[j].beats() < settings_.output_depth); });
}

std::uint32_t SwitchVoq::steady(const Inputs& in) const {
  const PortMask popped = popping();
  const PortMask taken = in.s_tvalid & s_tready_;
  const PortMask delivered = m_tvalid_ & in.m_tready;
  PortMask moving = 0;
  for_each_port(popped, [&](unsigned i) { moving |= bit(dest_[i]); });
  const PortMask work = matcher_.work();
  const bool same = quiet_ && popped == last_popped_ && taken == last_taken_ && delivered == last_delivered_ &&
                    moving == last_moving_ && work == work_ && work == work_late_ &&
                    idle_with_work_ == (work & in.m_tready & ~m_tvalid_) && settings_ == in.settings;
  if (!same || matcher_.possible(all_ports() & ~leaving_, room_ & ~held_)) return 0;
  std::uint32_t cycles = ~std::uint32_t{0};
  for_each_port(leaving_ | taken | delaying_ | full_, [&](unsigned i) {
    cycles = std::min(cycles, inputs_[i].steady(settings_, (taken & bit(i)) != 0, (popped & bit(i)) != 0, dest_[i],
                                                now_));
  });
  for_each_port(moving | delivered, [&](unsigned j) {
    cycles = std::min(cycles, steady_output(j, (moving & bit(j)) != 0, (delivered & bit(j)) != 0));
  });
  return cycles;
}

/// Cycles for which beats can go on entering and leaving an output queue before anything but its count changes.
std::uint32_t SwitchVoq::steady_output(unsigned j, bool enters, bool leaves) const {
  const PacketQueue& queue = outputs_[j];
  std::uint32_t cycles = ~std::uint32_t{0};
  if (leaves) {
    const Packet& head = queue.head();
    if (head.out == 0) return 0;
    if (head.complete) cycles = head.in - head.out - 1;
    if (!enters) {
      if ((room_ & bit(j)) == 0) return 0;
      cycles = std::min(cycles, queue.beats() - 1);
    }
  } else {
    if ((m_tvalid_ & bit(j)) == 0) return 0;  // what enters is about to be offered
    cycles = settings_.output_depth - queue.beats() - 1;
  }
  return cycles;
}

void SwitchVoq::skip(std::uint32_t n) {
  for_each_port(last_popped_ | last_taken_, [&](unsigned i) {
    const bool takes = (last_taken_ & bit(i)) != 0;
    if (takes && inputs_[i].keeps()) occupancy_.add(i * params_.ports + inputs_[i].destination(), n, 0);
    inputs_[i].skip(takes, (last_popped_ & bit(i)) != 0, dest_[i], n);
    if ((last_popped_ & bit(i)) != 0) outputs_[dest_[i]].push_middle(n);
  });
  for_each_port(last_delivered_, [&](unsigned j) {
    occupancy_.add(outputs_[j].head().dest * params_.ports + j, ~n + 1, 0);
    outputs_[j].pop_middle(n);
  });
  now_ += n;
}

}  // namespace xb::twin
