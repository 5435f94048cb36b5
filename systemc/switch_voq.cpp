// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq.h"

#include <algorithm>

namespace xb::twin {

SwitchVoq::SwitchVoq(const Params& params) : MatchedSwitch(params), matcher_(params.ports) { reset(); }

void SwitchVoq::reset() {
  MatchedSwitch::reset();
  matcher_.reset();
}

void SwitchVoq::step(const Inputs& in) {
  if (!loaded_) {
    matcher_.load(in.settings.seed);
    loaded_ = true;
  }
  // Decided by the state at the beginning of the cycle.
  const Settings& settings = inputs_.settings();
  const PortMask continuing = transfer_.continuing(inputs_);
  const PortMask work = matcher_.work();
  const PortMask matched = matcher_.match(settings.scheduler, settings.iterations,
                                          inputs_.all_ports() & ~transfer_.leaving(), transfer_.out_free());
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  quiet_ = matched == 0;
  inputs_.begin(in, transfer_.m_tvalid(), serves_other());

  transfer_.observe(work, in.m_tready);
  last_popped_ = continuing;
  last_delivered_ = delivered;
  if (inputs_.cells_only(in)) return move_cells(in, matched, delivered);
  const auto request = [&](unsigned i, unsigned j, std::uint32_t) { matcher_.request(i, j); };
  inputs_.route(request);
  transfer_.deliver(delivered, [&](unsigned i, unsigned j, bool last) { counters_.leave(i, j, 1, last); });
  for_each_port(matched, [&](unsigned i) {
    const unsigned j = matcher_.dest(i);
    if (transfer_.carry(inputs_[i], i, j)) quiet_ = false;
    matcher_.keep(i, j, (inputs_[i].bids() & bit(j)) != 0);
  });
  for_each_port(continuing, [&](unsigned i) {
    if (transfer_.carry(inputs_[i], i, transfer_.dest(i))) quiet_ = false;
  });
  if (inputs_.accept(in, counters_, request)) quiet_ = false;
  if (inputs_.clock(in, matched | continuing)) {
    transfer_.set_depth(settings.output_depth);
    quiet_ = false;
  }
}

/// Beats move where all packets are of one: a match is over in the cycle in which it is made.
void SwitchVoq::move_cells(const Inputs& in, PortMask matched, PortMask delivered) {
  quiet_ = (matched | inputs_.taken()) == 0;
  transfer_.deliver_cells(delivered, [&](unsigned i, unsigned j) { counters_.leave(i, j, 1, true); });
  PortMask carried = 0;
  for_each_port(matched, [&](unsigned i) {
    const unsigned j = matcher_.dest(i);
    carried |= bit(j);
    transfer_.carry_cell(inputs_[i], i, j);
    if (inputs_.pop_cell(i, j)) matcher_.drop(i, j);
  });
  transfer_.clock_cells(delivered, carried);
  inputs_.accept_cells(in, counters_, [&](unsigned i, unsigned j, std::uint32_t) { matcher_.request(i, j); });
  inputs_.clock_cells(matched);
}

std::uint32_t SwitchVoq::steady(const Inputs& in) const {
  const PortMask popped = transfer_.continuing(inputs_);
  const PortMask delivered = transfer_.m_tvalid() & in.m_tready;
  if (!quiet_ || popped != last_popped_ || delivered != last_delivered_ ||
      matcher_.possible(inputs_.all_ports() & ~transfer_.leaving(), transfer_.out_free())) {
    return 0;
  }
  const std::uint32_t cycles = inputs_.steady(in, transfer_.leaving(), popped, transfer_.m_tvalid(),
                                              transfer_.dests(), serves_other());
  return cycles == 0 ? 0
                     : std::min(cycles, transfer_.steady(popped, delivered, matcher_.work(), in.m_tready));
}

}  // namespace xb::twin
