// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq_classes.h"

namespace xb::twin {

SwitchVoqClasses::SwitchVoqClasses(const Params& params)
    : VoqClassSwitch(params), matcher_(params.ports, params.classes), transfer_(params), sent_(params.ports) {
  reset();
}

void SwitchVoqClasses::reset() {
  for (auto& packets : sent_) packets.clear();
  VoqClassSwitch::reset();
  matcher_.reset();
  transfer_.reset();
  loaded_ = false;
}

void SwitchVoqClasses::step(const Inputs& in) {
  if (!loaded_) matcher_.load(in.settings.seed);
  loaded_ = true;
  // Decided by the state at the beginning of the cycle.
  const PortMask continuing = transfer_.continuing(UnderWay{*this});
  const PortMask held = transfer_.held();
  const PortMask matched =
      matcher_.match(inputs_, inputs_.all_ports() & ~transfer_.leaving(), transfer_.out_free());
  inputs_.begin(in, transfer_.m_tvalid(),
                [this](unsigned input, unsigned output) { return transfer_.serves_other(output, input); });

  transfer_.observe(matcher_.work(), in.m_tready);
  transfer_.deliver(transfer_.m_tvalid() & in.m_tready, [&](unsigned i, unsigned j, bool last) {
    counters_.leave(i, j, 1, last);
    if (last) sent_[j].pop();
  });
  matcher_.clock(inputs_.settings(), held, carry(matched, continuing));
  if (inputs_.end(counters_, matched | continuing)) transfer_.set_depth(inputs_.settings().output_depth);
}

/// Beats go from the memories to the outputs' queues. Returns these outputs.
PortMask SwitchVoqClasses::carry(PortMask matched, PortMask continuing) {
  for_each_port(matched, [&](unsigned i) {
    class_[i] = static_cast<std::uint8_t>(matcher_.class_of(i));
    sent_[matcher_.dest(i)].push(class_[i]);
  });
  PortMask moving = 0;
  for_each_port(matched | continuing, [&](unsigned i) {
    const unsigned j = (matched & bit(i)) != 0 ? matcher_.dest(i) : transfer_.dest(i);
    transfer_.carry(inputs_[class_[i]][i], i, j);
    moving |= bit(j);
  });
  return moving;
}

}  // namespace xb::twin
