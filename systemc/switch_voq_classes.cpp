// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq_classes.h"

namespace xb::twin {

SwitchVoqClasses::SwitchVoqClasses(const Params& params)
    : VoqClassSwitch(params), matcher_(params.ports, params.classes), transfer_(params) {
  reset();
}

void SwitchVoqClasses::reset() {
  VoqClassSwitch::reset();
  matcher_.reset();
  transfer_.reset();
  loaded_ = false;
}

void SwitchVoqClasses::step(const Inputs& in) {
  if (!loaded_) matcher_.load(in.settings.seed);
  loaded_ = true;
  // Decided by the state at the beginning of the cycle.
  const PortMask continuing = transfer_.continuing(inputs_);
  const PortMask held = transfer_.held();
  const PortMask matched =
      matcher_.match(inputs_, inputs_.all_ports() & ~transfer_.leaving(), transfer_.out_free());
  inputs_.begin(in, transfer_.m_tvalid(),
                [this](unsigned input, unsigned output) { return transfer_.serves_other(output, input); });

  transfer_.observe(matcher_.work(), in.m_tready);
  matcher_.stop(in);
  transfer_.deliver(transfer_.m_tvalid() & in.m_tready, in,
                    [&](unsigned i, unsigned j, bool last) { counters_.leave(i, j, 1, last); });
  for_each_port(continuing, [&](unsigned i) {
    const unsigned c = transfer_.class_of(i);
    transfer_.carry(inputs_[c][i], i, transfer_.dest(i), c);
  });
  for_each_port(matched, [&](unsigned i) {
    const unsigned c = matcher_.class_of(i);
    transfer_.carry(inputs_[c][i], i, matcher_.dest(i), c);
  });
  matcher_.clock(inputs_.settings(), held, transfer_.moving());
  if (inputs_.end(counters_, matched | continuing)) transfer_.set_depth(inputs_.settings().output_depth);
}

}  // namespace xb::twin
