// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_voq_pipe_classes.h"

namespace xb::twin {

SwitchVoqPipeClasses::SwitchVoqPipeClasses(const Params& params)
    : params_(params),
      planes_(params.classes, SwitchVoqPipe(params)),
      offered_(params.classes),
      ports_(params.ports, PipeVoqPort(params.classes)),
      ingress_(params.classes),
      occupancy_(params.ports * params.ports) {
  reset();
}

void SwitchVoqPipeClasses::reset() {
  for (SwitchVoqPipe& plane : planes_) plane.reset();
  for (PipeVoqPort& port : ports_) port.reset();
  ingress_.reset();
  settings_ = Settings{};
  idle_with_work_ = 0;
  count();
  show();
}

void SwitchVoqPipeClasses::step(const Inputs& in) {
  PortMask work = 0;
  for (const SwitchVoqPipe& plane : planes_) work |= plane.work() | plane.m_tvalid();
  idle_with_work_ = work & in.m_tready & ~m_tvalid_;

  offered_.assign(params_.classes, in);
  for (unsigned c = 0; c < params_.classes; ++c) {
    offered_[c].s_tvalid = offered_[c].m_tready = 0;
    offered_[c].settings.drop = in.settings.drop && (params_.held_off >> c & 1U) == 0;
  }
  for_each_port(in.s_tvalid & all_ports(params_.ports), [&](unsigned i) {
    const unsigned c = ingress_.class_of(in, i);
    offered_[c].s_tvalid |= bit(i);
    if ((class_ready(c) & bit(i)) != 0) ingress_.take(i, c, (in.s_tlast & bit(i)) != 0);
  });
  clock_ports(in.m_tready);
  for (unsigned c = 0; c < params_.classes; ++c) planes_[c].step(offered_[c]);
  settings_ = bounded(in.settings, params_);
  for (unsigned j = 0; j < params_.ports; ++j) {
    ClassMask stopped = 0;
    for (unsigned c = 0; in.m_stopped != nullptr && c < params_.classes; ++c)
      stopped |= static_cast<ClassMask>(in.stopped(c) >> j & 1U) << c;
    ports_[j].stop(stopped);
  }
  count();
  show();
}

/// The clock edge of the ports; of which class beats leave.
void SwitchVoqPipeClasses::clock_ports(PortMask m_tready) {
  for (unsigned j = 0; j < params_.ports; ++j) {
    const bool ready = (m_tready & bit(j)) != 0;
    const ClassMask shown = ports_[j].shown(valid_[j]);
    const ClassMask takes = shown != 0 ? shown : ~valid_[j];
    for (unsigned c = 0; c < params_.classes; ++c)
      offered_[c].m_tready |= PortMask{ready && (takes >> c & 1U) != 0} << j;
    ports_[j].clock(settings_, valid_[j], (m_tvalid_ & bit(j)) != 0 && m_side(j).last, ready);
  }
}

void SwitchVoqPipeClasses::count() {
  for (SwitchVoqPipe& changed : planes_) {
    changed.occupancy().take_touched([&](unsigned queue) {
      std::uint32_t beats = 0, packets = 0;
      for (SwitchVoqPipe& plane : planes_) {
        beats += plane.occupancy().beats(queue);
        packets += plane.occupancy().packets(queue);
      }
      occupancy_.set(queue, beats, packets);
    });
  }
}

void SwitchVoqPipeClasses::show() {
  m_tvalid_ = 0;
  for (unsigned j = 0; j < params_.ports; ++j) {
    valid_[j] = 0;
    for (unsigned c = 0; c < params_.classes; ++c)
      valid_[j] |= ClassMask{(planes_[c].m_tvalid() & bit(j)) != 0} << c;
    const ClassMask shown = ports_[j].shown(valid_[j]) & valid_[j];
    if (shown == 0) continue;
    class_[j] = static_cast<std::uint8_t>(__builtin_ctz(shown));
    m_tvalid_ |= bit(j);
  }
}

Marks SwitchVoqPipeClasses::m_marks() const {
  Marks marks;
  for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, m_side(j)); });
  return marks;
}

std::uint32_t SwitchVoqPipeClasses::drop_full(unsigned queue) const {
  std::uint32_t packets = params_.count_start;
  for (const SwitchVoqPipe& plane : planes_) packets += plane.drop_full(queue) - params_.count_start;
  return packets;
}

std::uint32_t SwitchVoqPipeClasses::drop_misrouted(unsigned input) const {
  std::uint32_t packets = 0;
  for (const SwitchVoqPipe& plane : planes_) packets += plane.drop_misrouted(input);
  return packets;
}

PortMask SwitchVoqPipeClasses::pool() const {
  PortMask inputs = 0;
  for (const SwitchVoqPipe& plane : planes_) inputs |= plane.pool();
  return inputs;
}

std::uint8_t SwitchVoqPipeClasses::pool_by(unsigned input) const {
  for (const SwitchVoqPipe& plane : planes_)
    if ((plane.pool() & bit(input)) != 0) return plane.pool_by(input);
  return 0;
}

}  // namespace xb::twin
