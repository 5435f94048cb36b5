// SPDX-License-Identifier: Apache-2.0
#include "systemc/crosspoint_switch.h"

namespace xb::twin {

CrosspointSwitch::CrosspointSwitch(const Params& params, Arbitration inputs)
    : VoqSwitch(params),
      picking_(inputs),
      pickers_(params.ports, Arbiter(params.ports, 0)),
      crosspoints_(std::size_t{params.ports} * params.ports, PacketQueue(params.beat_words())) {
  for (unsigned j = 0; j < params.ports; ++j) arbiters_.emplace_back(params.ports, j);
  reset();
}

void CrosspointSwitch::reset() {
  VoqSwitch::reset();
  for (auto& picker : pickers_) picker.reset();
  for (auto& crosspoint : crosspoints_) crosspoint.reset();
  for (auto& arbiter : arbiters_) arbiter.reset();
  quiet_ = false;
  occupied_ = crowded_ = filled_ = {};
  work_before_ = leaving_ = m_tvalid_ = idle_with_work_ = 0;
  last_popped_ = last_delivered_ = 0;
}

/// Inputs whose packet under way moves in this cycle.
PortMask CrosspointSwitch::continuing() const {
  PortMask inputs = 0;
  for_each_port(leaving_, [&](unsigned i) {
    if ((crowded_[i] & bit(dest_[i])) == 0 && !inputs_[i].queue(dest_[i]).empty()) inputs |= bit(i);
  });
  return inputs;
}

/// Some input could start a packet if nothing left a crosspoint.
bool CrosspointSwitch::any_start() const {
  bool any = false;
  for_each_port(inputs_.bidding() & ~leaving_,
                [&](unsigned i) { any |= (inputs_[i].bids() & ~crowded_[i] & ~occupied_[i]) != 0; });
  return any;
}

/// Picks the queues that start a packet in this cycle; a packet whose last beat leaves makes room at once.
PortMask CrosspointSwitch::start(PortMask delivered) {
  std::array<PortMask, kMaxPorts> candidates;
  for (unsigned i = 0; i < params().ports; ++i) candidates[i] = ~occupied_[i];
  for_each_port(delivered, [&](unsigned j) {
    if (!inputs_.all_cells() && !selected(j).side().last) return;
    quiet_ = false;
    candidates[arbiters_[j].selected()] |= bit(j);
  });
  PortMask starting = 0;
  for_each_port(inputs_.bidding() & ~leaving_, [&](unsigned i) {
    candidates[i] &= inputs_[i].bids() & ~crowded_[i];
    starting |= PortMask{candidates[i] != 0} << i;
  });
  for_each_port(starting, [&](unsigned i) {
    const auto length = [&](unsigned j) { return inputs_[i].beats_for(j); };
    dest_[i] = static_cast<std::uint8_t>(pickers_[i].pick(picking_, candidates[i], length));
    pickers_[i].advance(picking_, dest_[i]);
  });
  return starting;
}

void CrosspointSwitch::step(const Inputs& in) {
  // Decided by the state at the beginning of the cycle.
  const PortMask delivered = m_tvalid_ & in.m_tready;
  quiet_ = true;
  inputs_.begin(in, m_tvalid_, serves_other());
  const PortMask moving_on = continuing();
  const PortMask starting = start(delivered);
  const PortMask popped = moving_on | starting;
  idle_with_work_ = work_before_ & in.m_tready & ~m_tvalid_;
  work_before_ = inputs_.bids();

  last_popped_ = popped;
  last_delivered_ = delivered;
  if (inputs_.cells_only(in)) return move_cells(in, starting, delivered);
  const auto able = [](unsigned, unsigned, std::uint32_t) {};
  inputs_.route(able);
  PortMask outputs = m_tvalid_;
  deliver(delivered);
  for_each_port(popped, [&](unsigned i) {
    outputs |= bit(dest_[i]);
    transfer(i);
  });
  if (inputs_.accept(in, counters_, able)) quiet_ = false;
  if (inputs_.clock(in, popped)) quiet_ = false;
  show(outputs);
  quiet_ = quiet_ && starting == 0;
}

/// Beats move where all packets are of one: a crosspoint has begun to send none of those that it holds.
void CrosspointSwitch::move_cells(const Inputs& in, PortMask starting, PortMask delivered) {
  PortMask outputs = m_tvalid_;
  for_each_port(outputs & ~delivered, [&](unsigned j) {
    quiet_ = quiet_ && arbiters_[j].locked();
    arbiters_[j].clock(Arbitration::RoundRobin, false);
  });
  for_each_port(delivered, [&](unsigned j) {
    const unsigned i = arbiters_[j].selected();
    arbiters_[j].clock(Arbitration::RoundRobin, true);
    PacketQueue& crosspoint = crosspoints_[index(i, j)];
    crosspoint.pop_single(false);
    crowded_[i] &= ~bit(j);
    put_port(occupied_[i], j, crosspoint.beats() >= inputs_.settings().crosspoint_packets);
    filled_[j] &= ~(PortMask{crosspoint.empty()} << i);
    counters_.leave(i, j, 1, true);
  });
  for_each_port(starting, [&](unsigned i) {
    const unsigned j = dest_[i];
    PacketQueue& crosspoint = crosspoints_[index(i, j)];
    crosspoint.push_single(static_cast<std::uint8_t>(j), 0, inputs_[i].queue(j).head().tag);
    inputs_.pop_cell(i, j);
    outputs |= bit(j);
    filled_[j] |= bit(i);
    occupied_[i] |= PortMask{crosspoint.beats() >= inputs_.settings().crosspoint_packets} << j;
    crowded_[i] |= PortMask{crosspoint.beats() >= params().max_crosspoint_beats} << j;
  });
  quiet_ = quiet_ && (starting | inputs_.taken()) == 0;
  inputs_.accept_cells(in, counters_, [](unsigned, unsigned, std::uint32_t) {});
  inputs_.clock_cells(starting);
  show(outputs);
}

/// Clocks the outputs' arbiters; beats leave the switch.
void CrosspointSwitch::deliver(PortMask outputs) {
  for_each_port(m_tvalid_, [&](unsigned j) {
    const unsigned i = arbiters_[j].selected();
    PacketQueue& crosspoint = crosspoints_[index(i, j)];
    const bool leaves = (outputs & bit(j)) != 0;
    const bool ends = leaves && crosspoint.side().last;
    if (!arbiters_[j].locked()) quiet_ = false;
    arbiters_[j].clock(Arbitration::RoundRobin, ends);
    if (!leaves) return;
    if (crosspoint.cells())
      crosspoint.pop_single();
    else
      crosspoint.pop();
    counters_.leave(i, j, 1, ends);
    measure(i, j);
  });
}

/// The next beat of an input's packet goes from its memory to the crosspoint.
void CrosspointSwitch::transfer(unsigned i) {
  VoqInput& input = inputs_[i];
  const unsigned j = dest_[i];
  const PacketQueue& queue = input.queue(j);
  if (queue.cells()) {
    crosspoints_[index(i, j)].push_single(static_cast<std::uint8_t>(j), 0, queue.head().tag);
    input.pop_single(j);
    measure(i, j);
    quiet_ = false;
    return;
  }
  const bool first = (leaving_ & bit(i)) == 0;
  const bool last = queue.side().last;
  crosspoints_[index(i, j)].push(first, last, static_cast<std::uint8_t>(j), 0, queue.data());
  input.pop(j, last);
  measure(i, j);
  leaving_ = last ? leaving_ & ~bit(i) : leaving_ | bit(i);
  if (last) quiet_ = false;
}

/// What a crosspoint has room for and holds.
void CrosspointSwitch::measure(unsigned i, unsigned j) {
  const PacketQueue& crosspoint = crosspoints_[index(i, j)];
  put_port(occupied_[i], j, crosspoint.packets() >= inputs_.settings().crosspoint_packets);
  put_port(crowded_[i], j, crosspoint.beats() >= params().max_crosspoint_beats);
  put_port(filled_[j], i, !crosspoint.empty());
}

/// Derives what outputs offer from what has changed.
void CrosspointSwitch::show(PortMask outputs) {
  PortMask filled = 0;  // which are no processor can guess
  for_each_port(outputs, [&](unsigned j) { filled |= PortMask{filled_[j] != 0} << j; });
  for (const PortMask some : {filled, outputs & ~filled}) {
    for_each_port(some, [&](unsigned j) {
      arbiters_[j].offer(Arbitration::RoundRobin, filled_[j], filled_[j], [](unsigned) { return 0U; });
      put_port(m_tvalid_, j, arbiters_[j].valid());
    });
  }
}

}  // namespace xb::twin
