// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_crosspoint_pipe_classes.h"

namespace xb::twin {

CrosspointPipeClasses::CrosspointPipeClasses(const Params& params, bool longest_first)
    : PipeClassSwitch(params, 0),
      planes_(params.classes,
              Plane{std::vector<PipeSender>(params.ports, PipeSender(params.ports, longest_first,
                                                                     PipeSender::kCrosspointBeats / 2)),
                    std::vector<PipeCrosspoints>(params.ports, PipeCrosspoints(params))}),
      grants_(params.ports, PipeClassGrant(params.ports, params.classes, 0)) {
  reset();
}

void CrosspointPipeClasses::reset() {
  PipeClassSwitch::reset(params().max_depth + 1);
  for (Plane& plane : planes_) {
    for (PipeSender& sender : plane.senders) sender.reset();
    for (PipeCrosspoints& column : plane.crosspoints) column.reset();
  }
  for (PipeClassGrant& grant : grants_) grant.reset();
  work_ = {};
}

void CrosspointPipeClasses::step(const Inputs& in) {
  const PortMask left = m_tvalid_ & in.m_tready;
  std::array<Rows, kMaxClasses> pop{};
  PortMask work = 0;
  for (unsigned i = 0; i < params().ports; ++i) {
    const unsigned sends = sending(i);
    if (sends < classes()) pop[sends][i] = planes_[sends].senders[i].pop(inputs_[sends][i].first());
    for (unsigned c = 0; c < classes(); ++c)
      work |= inputs_[c][i].first() & ~planes_[c].senders[i].under_way();
  }
  observe(work_[3 + params().ram_register], in,
          [this](unsigned input, unsigned output) { return grants_[output].serves_other(input); });
  work_ = {work, work_[0], work_[1], work_[2], work_[3]};
  deliver(left);
  for (unsigned c = 0; c < classes(); ++c) clock_senders(c, pop[c]);
  for (unsigned j = 0; j < params().ports; ++j) clock_output(j, (left & bit(j)) != 0);
  clock_inputs([&](unsigned c, unsigned i) { return pop[c][i]; }, in, Sharing::Partition);
  for (unsigned j = 0; j < params().ports; ++j) grants_[j].stop(stopped(j));
}

/// The highest class of which a beat could go, of packets under way first; classes(): none.
unsigned CrosspointPipeClasses::sending(unsigned input) const {
  unsigned highest = classes(), begun = classes();
  for (unsigned c = 0; c < classes(); ++c) {
    const PipeSender& sender = planes_[c].senders[input];
    if (!sender.asks(inputs_[c][input].first())) continue;
    highest = c;
    if (sender.under_way() != 0) begun = c;
  }
  return begun < classes() ? begun : highest;
}

void CrosspointPipeClasses::clock_senders(unsigned c, const Rows& pop) {
  Plane& plane = planes_[c];
  Rows returned{};
  for (unsigned j = 0; j < params().ports; ++j)
    for_each_port(plane.crosspoints[j].taken(), [&](unsigned i) { returned[i] |= bit(j); });
  for (unsigned i = 0; i < params().ports; ++i) {
    const PipeVoqInput& input = inputs_[c][i];
    for_each_port(pop[i], [&](unsigned j) { plane.crosspoints[j].send(i, input.queue(j)); });
    plane.senders[i].clock(pop[i], input.last(), returned[i], [&](unsigned j) { return input.level(j); });
  }
}

void CrosspointPipeClasses::clock_output(unsigned output, bool left) {
  PipeClassGrant::Wants wants{};
  ClassMask waiting = 0;
  for (unsigned c = 0; c < classes(); ++c) {
    wants[c] = planes_[c].crosspoints[output].want();
    waiting |= ClassMask{wants[c] != 0} << c;
  }
  const PipeClassGrant::Choice choice = grants_[output].choose(wants);
  bool last = false;
  for_each_port(choice.granted, [&](unsigned i) {
    const PacketQueue& queue = planes_[choice.of_class].crosspoints[output].queue(i);
    last = queue.side().last;
    outputs_[output].send(i, queue.side(), queue.data(), choice.of_class);
  });
  for (unsigned c = 0; c < classes(); ++c)
    planes_[c].crosspoints[output].clock(c == choice.of_class ? choice.granted : 0);
  outputs_[output].clock();
  grants_[output].clock(settings(), waiting, choice, last, left, outputs_[output].passed_over());
}

}  // namespace xb::twin
