// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq_classes.h"

namespace xb::twin {

SwitchVoqClasses::SwitchVoqClasses(const Params& params)
    : memories_(params.classes, VoqInputs(params)),
      ingress_(params.classes),
      matcher_(params.ports, params.classes),
      transfer_(params),
      counters_(params),
      sent_(params.ports) {
  reset();
}

void SwitchVoqClasses::reset() {
  for (auto& memory : memories_) memory.reset();
  for (auto& packets : sent_) packets.clear();
  ingress_.reset();
  matcher_.reset();
  transfer_.reset();
  counters_.reset();
  loaded_ = false;
}

void SwitchVoqClasses::step(const Inputs& in) {
  if (!loaded_) matcher_.load(in.settings.seed);
  loaded_ = true;
  // Decided by the state at the beginning of the cycle.
  const Settings& settings = memories_[0].settings();
  const PortMask continuing = transfer_.continuing(UnderWay{*this});
  const PortMask held = transfer_.held();
  const PortMask matched = matcher_.match(
      settings, memories_, memories_[0].all_ports() & ~transfer_.leaving(), transfer_.out_free());
  const std::vector<Inputs> offered = arrivals(in);

  transfer_.observe(matcher_.work(), in.m_tready);
  for (auto& memory : memories_) memory.route([](unsigned, unsigned, std::uint32_t) {});
  transfer_.deliver(transfer_.m_tvalid() & in.m_tready, [&](unsigned i, unsigned j, bool last) {
    counters_.leave(i, j, 1, last);
    if (last) sent_[j].pop();
  });
  matcher_.clock(settings, held, carry(matched, continuing));
  bool reconfigured = false;
  for (unsigned c = 0; c < memories_.size(); ++c) {
    memories_[c].accept(offered[c], counters_, [](unsigned, unsigned, std::uint32_t) {});
    reconfigured = memories_[c].clock(offered[c], matched | continuing);
  }
  if (reconfigured) transfer_.set_depth(settings.output_depth);
}

/// What each class's memories are offered.
std::vector<Inputs> SwitchVoqClasses::arrivals(const Inputs& in) {
  std::vector<Inputs> offered(memories_.size(), in);
  for (Inputs& of_class : offered) of_class.s_tvalid = 0;
  for_each_port(in.s_tvalid, [&](unsigned i) { offered[ingress_.class_of(in, i)].s_tvalid |= bit(i); });
  for (unsigned c = 0; c < memories_.size(); ++c) {
    memories_[c].begin(offered[c], transfer_.m_tvalid(), [this](unsigned input, unsigned output) {
      return transfer_.serves_other(output, input);
    });
    for_each_port(memories_[c].taken(), [&](unsigned i) { ingress_.take(i, c, (in.s_tlast & bit(i)) != 0); });
  }
  return offered;
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
    transfer_.carry(memories_[class_[i]][i], i, j);
    moving |= bit(j);
  });
  return moving;
}

std::uint32_t SwitchVoqClasses::drop_misrouted(unsigned input) const {
  std::uint32_t packets = 0;
  for (const VoqInputs& memory : memories_) packets += memory[input].misrouted_packets();
  return packets;
}

PortMask SwitchVoqClasses::pool() const {
  PortMask inputs = 0;
  for (const VoqInputs& memory : memories_) inputs |= memory.pool();
  return inputs;
}

std::uint8_t SwitchVoqClasses::pool_by(unsigned input) const {
  for (const VoqInputs& memory : memories_)
    if ((memory.pool() & bit(input)) != 0) return memory.pool_by(input);
  return 0;
}

}  // namespace xb::twin
