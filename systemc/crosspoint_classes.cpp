// SPDX-License-Identifier: Apache-2.0
#include "systemc/crosspoint_classes.h"

namespace xb::twin {

CrosspointClasses::CrosspointClasses(const Params& params, Arbitration inputs)
    : VoqClassSwitch(params),
      picking_(inputs),
      planes_(params.classes, Plane{std::vector<PacketQueue>(std::size_t{params.ports} * params.ports,
                                                             PacketQueue(params.beat_words())),
                                    std::vector<Arbiter>(params.ports, Arbiter(params.ports, 0)),
                                    std::vector<RrArbiter>(params.ports, RrArbiter(params.ports))}),
      outputs_(params.ports, Output{ClassService(params.classes)}) {
  reset();
}

void CrosspointClasses::reset() {
  VoqClassSwitch::reset();
  for (Plane& plane : planes_) {
    for (auto& crosspoint : plane.crosspoints) crosspoint.reset();
    for (auto& picker : plane.pickers) picker.reset();
    for (auto& arbiter : plane.arbiters) arbiter.reset();
  }
  outputs_.assign(params().ports, Output{ClassService(params().classes)});
  leaving_ = work_before_ = m_tvalid_ = idle_with_work_ = 0;
  stopped_ = {};
}

void CrosspointClasses::step(const Inputs& in) {
  // Decided by the state at the beginning of the cycle.
  const PortMask delivered = m_tvalid_ & in.m_tready;
  const PortMask popped = choose(delivered);
  idle_with_work_ = work_before_ & in.m_tready & ~m_tvalid_;
  work_before_ = 0;
  for (unsigned c = 0; c < inputs_.size(); ++c) {
    stopped_[c] = in.stopped(c);
    work_before_ |= inputs_[c].bids() & ~stopped_[c];
  }
  inputs_.begin(in, m_tvalid_, [this](unsigned input, unsigned output) {
    return outputs_[output].locked && outputs_[output].source != input;
  });

  deliver(delivered);
  for_each_port(popped, [&](unsigned i) { transfer(i); });
  inputs_.end(counters_, popped);
  show();
}

/// Outputs for which an input could start a packet of a class; `emptied`: whose crosspoint a packet of it
/// leaves.
PortMask CrosspointClasses::starts(unsigned c, unsigned input, PortMask emptied) const {
  PortMask candidates = inputs_[c][input].bids();
  for_each_port(candidates, [&](unsigned j) {
    const PacketQueue& crosspoint = planes_[c].crosspoints[index(input, j)];
    const bool full =
        crosspoint.packets() >= inputs_.settings().crosspoint_packets && (emptied & bit(j)) == 0;
    if (full || crosspoint.beats() >= params().max_crosspoint_beats) candidates &= ~bit(j);
  });
  return candidates;
}

/// Which inputs move a beat, and of which packet: that under way, or one of the highest class that can start.
PortMask CrosspointClasses::choose(PortMask delivered) {
  PortMask moving = 0;
  for (unsigned i = 0; i < params().ports; ++i) {
    if ((leaving_ & bit(i)) != 0) {
      const unsigned c = class_[i], j = dest_[i];
      const bool room = planes_[c].crosspoints[index(i, j)].beats() < params().max_crosspoint_beats;
      moving |= PortMask{room && !inputs_[c][i].queue(j).empty()} << i;
      continue;
    }
    for (unsigned c = inputs_.size(); c-- > 0 && (moving & bit(i)) == 0;) {
      PortMask emptied = 0;
      for_each_port(delivered, [&](unsigned j) {
        if (outputs_[j].source == i && outputs_[j].of_class == c && m_side(j).last) emptied |= bit(j);
      });
      const PortMask candidates = starts(c, i, emptied);
      if (candidates == 0) continue;
      Arbiter& picker = planes_[c].pickers[i];
      dest_[i] = static_cast<std::uint8_t>(
          picker.pick(picking_, candidates, [&](unsigned j) { return inputs_[c][i].beats_for(j); }));
      class_[i] = static_cast<std::uint8_t>(c);
      picker.advance(picking_, dest_[i]);
      moving |= bit(i);
    }
  }
  return moving;
}

/// Clocks the outputs; beats leave the switch.
void CrosspointClasses::deliver(PortMask delivered) {
  for (unsigned j = 0; j < params().ports; ++j) {
    Output& o = outputs_[j];
    const bool leaves = (delivered & bit(j)) != 0;
    const bool ends = leaves && m_side(j).last;
    const bool valid = (m_tvalid_ & bit(j)) != 0;
    const ClassMask own = ClassMask{1} << o.of_class;
    o.service.clock(inputs_.settings(), o.open | (o.locked ? own : 0), leaves ? own : 0);
    if (valid && !o.locked) planes_[o.of_class].arbiters[j].advance(o.source);
    o.begun = !ends && (o.begun || leaves);
    o.locked = !ends && (o.locked || valid) && (o.begun || (stopped_[o.of_class] & bit(j)) == 0);
    if (!leaves) continue;
    planes_[o.of_class].crosspoints[index(o.source, j)].pop();
    counters_.leave(o.source, j, 1, ends);
  }
}

/// The next beat of an input's packet goes from its memory to the crosspoint.
void CrosspointClasses::transfer(unsigned i) {
  const unsigned j = dest_[i];
  VoqInput& input = inputs_[class_[i]][i];
  const PacketQueue& queue = input.queue(j);
  const bool first = (leaving_ & bit(i)) == 0;
  const bool last = queue.side().last;
  planes_[class_[i]].crosspoints[index(i, j)].push(first, last, static_cast<std::uint8_t>(j), 0,
                                                   queue.data());
  input.pop(j, last);
  leaving_ = last ? leaving_ & ~bit(i) : leaving_ | bit(i);
}

/// Derives what outputs offer.
void CrosspointClasses::show() {
  m_tvalid_ = 0;
  for (unsigned j = 0; j < params().ports; ++j) {
    Output& o = outputs_[j];
    std::array<PortMask, kMaxClasses> filled{};
    o.open = 0;
    for (unsigned c = 0; c < inputs_.size(); ++c) {
      for (unsigned i = 0; i < params().ports; ++i)
        filled[c] |= PortMask{!planes_[c].crosspoints[index(i, j)].empty()} << i;
      o.open |= ClassMask{filled[c] != 0 && (stopped_[c] & bit(j)) == 0} << c;
    }
    const ClassMask allowed = o.open & o.service.allowed(inputs_.settings(), o.open);
    if (!o.locked && allowed != 0) {
      o.of_class = static_cast<std::uint8_t>(31 - __builtin_clz(allowed));
      o.source = static_cast<std::uint8_t>(planes_[o.of_class].arbiters[j].pick(filled[o.of_class]));
    }
    const bool valid = o.locked ? (filled[o.of_class] & bit(o.source)) != 0 : allowed != 0;
    m_tvalid_ |= PortMask{valid} << j;
  }
}

}  // namespace xb::twin
