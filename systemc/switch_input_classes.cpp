// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input_classes.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

SwitchInputClasses::SwitchInputClasses(const Params& params)
    : params_(params),
      fifos_(params.classes, std::vector<InputQueue>(params.ports, InputQueue(params))),
      matcher_(params.ports, params.classes),
      occupancy_(params.ports),
      pools_(params.classes),
      limits_(params.ports, params.max_depth, 1),
      ingress_(params.classes) {
  reset();
}

void SwitchInputClasses::reset() {
  for (auto& of_class : fifos_)
    for (auto& fifo : of_class) fifo.reset();
  for (auto& pool : pools_) pool.reset();
  matcher_.reset();
  occupancy_.reset();
  now_ = params_.count_start;
  loaded_ = false;
  ingress_.reset();
  blocked_ = idle_with_work_ = 0;
  ready_ = bids_ = {};
  drop_full_.fill(params_.count_start);
  flags_ = {};
}

void SwitchInputClasses::step(const Inputs& in) {
  if (!loaded_) matcher_.load(in.settings.seed);
  loaded_ = true;
  const Arrivals arriving = arrivals(in);
  const PortMask moved = matcher_.valid() & in.m_tready;
  ClassPorts pops{};
  for_each_port(moved, [&](unsigned j) { pops[matcher_.class_of(j)] |= bit(matcher_.selected(j)); });
  observe(in, arriving, pops);
  matcher_.stop(in);
  matcher_.clock(settings_, moved, moved & m_marks().last);
  PortMask changed = 0;
  for (unsigned c = 0; c < params_.classes; ++c) {
    for_each_port(pops[c], [&](unsigned i) { fifos_[c][i].pop(settings_of(c)); });
    take(in, arriving, c);
    changed |= pops[c] | arriving.taken[c];
  }
  for_each_port(changed, [&](unsigned i) {
    occupancy_.set(i, sum(i, [](const InputQueue& q) { return q.beats(); }),
                   sum(i, [](const InputQueue& q) { return q.packets(); }));
  });
  ++now_;
  configure(in.settings);
  show();
}

SwitchInputClasses::Arrivals SwitchInputClasses::arrivals(const Inputs& in) const {
  Arrivals a;
  for_each_port(in.s_tvalid, [&](unsigned i) {
    const unsigned c = ingress_.class_of(in, i);
    a.offered[c] |= bit(i);
    if ((ready_[c] & bit(i)) == 0) return;
    a.taken[c] |= bit(i);
    if (fifos_[c][i].refuses(settings_of(c))) a.discarded[c] |= bit(i);
  });
  return a;
}

void SwitchInputClasses::take(const Inputs& in, const Arrivals& arrivals, unsigned c) {
  for_each_port(arrivals.taken[c], [&](unsigned i) {
    InputQueue& queue = fifos_[c][i];
    const bool last = (in.s_tlast & bit(i)) != 0;
    const std::uint32_t refused = queue.refused_packets();
    queue.push(settings_of(c), (arrivals.discarded[c] & bit(i)) != 0, in.s_tdest[i], last, now_,
               &in.s_tdata[std::size_t{i} * params_.beat_stride()]);
    drop_full_[i] += queue.refused_packets() - refused;
    ingress_.take(i, c, last);
  });
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchInputClasses::observe(const Inputs& in, const Arrivals& arrivals, const ClassPorts& pops) {
  const PortMask unused = in.m_tready & ~matcher_.valid(), locked = matcher_.locked();
  ClassPorts heads{};
  for_each_port(matcher_.valid(),
                [&](unsigned j) { heads[matcher_.class_of(j)] |= bit(matcher_.selected(j)); });
  const auto serves_other = [&](unsigned input, unsigned output) {
    return (locked & bit(output)) != 0 && matcher_.selected(output) != input;
  };
  blocked_ = idle_with_work_ = 0;
  flags_ = {};
  for (unsigned c = params_.classes; c-- > 0;) {
    const PortMask silent = unused & ~in.stopped(c);
    pools_[c].observe(limits_, fifos_[c],
                      {arrivals.offered[c] & ~ready_[c], arrivals.discarded[c], silent, in.s_tdest},
                      serves_other);
    for (unsigned i = 0; i < params_.ports; ++i) {
      InputQueue& queue = fifos_[c][i];
      idle_with_work_ |= queue.probe().waiting() & silent;
      if ((bids_[c] & ~pops[c] & ~blocked_ & bit(i)) == 0) continue;
      // Its own output is idle where the input serves another class.
      const PortMask idle = silent & ~locked & ~bit(queue.head_dest());
      queue.probe().observe(true, (heads[c] & bit(i)) == 0, queue.head_dest(), idle);
      flags_[i] = queue.probe().flags();
      blocked_ |= bit(i);
    }
  }
}

Marks SwitchInputClasses::m_marks() const {
  Marks marks;
  for_each_port(matcher_.valid(), [&](unsigned j) { marks.add(j, m_side(j)); });
  return marks;
}

PortMask SwitchInputClasses::pool() const {
  PortMask inputs = 0;
  for (const PoolProbe& pool : pools_) inputs |= pool.pool();
  return inputs;
}

std::uint8_t SwitchInputClasses::pool_by(unsigned input) const {
  for (const PoolProbe& pool : pools_)
    if ((pool.pool() & bit(input)) != 0) return pool.by(input);
  return 0;
}

void SwitchInputClasses::configure(const Settings& settings) {
  settings_ = held_off_ = bounded(settings, params_);
  matcher_.set(settings_);
  held_off_.drop = false;
  Settings limits = settings_;
  limits.sharing = Sharing::Complete;  // a FIFO is shared by all outputs
  limits_.set(limits, true);
}

/// Derives the outputs from the state.
void SwitchInputClasses::show() {
  for (unsigned c = 0; c < params_.classes; ++c) {
    ready_[c] = bids_[c] = 0;
    for (unsigned i = 0; i < params_.ports; ++i) {
      InputQueue& queue = fifos_[c][i];
      if (!queue.routed() && !queue.started()) queue.route(settings_of(c), now_);
      ready_[c] |= PortMask{queue.ready(settings_of(c))} << i;
      bids_[c] |= PortMask{queue.bid(settings_of(c))} << i;
    }
  }
  matcher_.match(settings_, fifos_, bids_, now_);
}

}  // namespace xb::twin
