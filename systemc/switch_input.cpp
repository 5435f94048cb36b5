// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input.h"

#include <algorithm>

#include "systemc/settings.h"

namespace xb::twin {

SwitchInput::SwitchInput(const Params& params)
    : params_(params),
      beat_stride_(params.beat_stride()),
      queues_(params.ports, InputQueue(params)),
      occupancy_(params.ports),
      limits_(params.ports, params.max_depth, 1) {
  for (unsigned j = 0; j < params.ports; ++j) arbiters_.emplace_back(params.ports, j);
  reset();
}

void SwitchInput::reset() {
  for (auto& queue : queues_) queue.reset();
  for (auto& arbiter : arbiters_) arbiter.reset();
  occupancy_.reset();
  pool_.reset();
  settings_ = Settings{};
  asked_.reset();
  settings_.packet_beats = 0;
  set_limits();
  now_ = params_.count_start;
  loaded_ = false;
  m_tuser_ = m_tlast_ = 0;
  s_tready_ = m_tvalid_ = locked_ = idle_with_work_ = blocked_ = 0;
  beats_ = bids_ = routing_ = asking_ = waiting_ = stale_outputs_ = 0;
  through_ = refusing_ = heads_ = entering_ = leaving_ = mixed_ = 0;
  cells_only_ = false;
  requests_ = {};
  waiting_at_ = {};
  waiting_seen_ = {};
  quiet_ = false;
}

void SwitchInput::step(const Inputs& in) {
  if (!loaded_) {
    for (auto& arbiter : arbiters_) arbiter.load(in.settings.seed);
    loaded_ = true;
  }
  // What moves in this cycle.
  const PortMask moved = m_tvalid_ & in.m_tready;
  PortMask pop = heads_;
  for_each_port(m_tvalid_ & ~moved, [&](unsigned j) { pop &= ~bit(arbiters_[j].selected()); });
  observe(in.m_tready, pop);
  const PortMask taken = in.s_tvalid & s_tready_;
  const PortMask discarded = refused(taken);
  pool_.observe(limits_, queues_, offer(in, discarded), serves_other());

  const bool reconfigured = asked_ != in.settings;
  const PortMask before[] = {s_tready_, m_tvalid_, bids_, waiting_};
  const bool event =
      ((m_tvalid_ & (~locked_ | (moved & m_tlast_))) | (taken & (in.s_tuser | in.s_tlast))) != 0;
  if (cells_only_ && !reconfigured && (mixed_ | entering_ | (taken & ~in.s_tlast)) == 0)
    move_cells(in, moved, pop, taken);
  else
    move(in, moved, pop, taken, discarded, reconfigured);
  quiet_ = !event && !reconfigured && before[0] == s_tready_ && before[1] == m_tvalid_ &&
           before[2] == bids_ && before[3] == waiting_;
  if (!quiet_ && !reconfigured && (taken & (in.s_tlast | in.s_tuser)) == 0)
    quiet_ = flows_on(in.m_tready, pop);
  last_pop_ = pop;
  last_taken_ = taken;
  last_ready_ = in.m_tready;
}

/// Beats leave and enter, and what is shown changes.
void SwitchInput::move(const Inputs& in, PortMask moved, PortMask pop, PortMask taken, PortMask discarded,
                       bool reconfigured) {
  // Outputs first, since a pop changes the head that they look at.
  const PortMask ended = moved & m_tlast_;
  const PortMask turning = m_tvalid_ & (~locked_ | ended);
  for_each_port(turning, [&](unsigned j) {
    PacketArbiter& arbiter = arbiters_[j];
    const bool ends = (ended & bit(j)) != 0;
    heads_ &= ~(PortMask{ends} << arbiter.selected());
    arbiter.clock(settings_.arbiter, ends);
  });
  locked_ = (locked_ | turning) & ~ended;
  stale_outputs_ |= turning;
  const PortMask flowing = through_;
  if (through_ != 0) end_through(~(pop & taken & ~in.s_tlast));
  PortMask changed = (pop | taken) & ~through_;
  PortMask through_begins = 0;
  if (params_.data_words == 0) {
    through_begins = pop & taken & ~in.s_tlast;
    const PortMask middle = beats_ & (~pop | leaving_) & (~taken | (entering_ & ~in.s_tlast));
    for_each_port(changed & middle, [&](unsigned i) {
      if (flow_one(i, (pop & bit(i)) != 0, (taken & bit(i)) != 0)) changed &= ~bit(i);
    });
    const PortMask both = pop & taken & changed & (flowing | (entering_ & ~leaving_));
    if (both != 0) changed &= ~pass_marks(both, in.s_tlast, flowing);
    if (ended != 0 && !reconfigured)
      changed &= ~follow(in, through_begins & changed & leaving_ & ~(entering_ | discarded));
  }
  PortMask leaving = leaving_ & ~changed, mixed = mixed_ & ~changed;
  const PortMask enter = changed & taken, middle = enter & ~in.s_tlast;
  entering_ = (entering_ & ~enter) | middle;
  refusing_ = (refusing_ & ~enter) | (middle & discarded);
  for_each_port(changed, [&](unsigned i) {
    InputQueue& queue = queues_[i];
    const bool takes = (taken & bit(i)) != 0;
    const bool refused = (discarded & bit(i)) != 0;
    const std::uint32_t beats = queue.beats();
    const std::uint32_t packets = queue.packets();
    if ((pop & bit(i)) != 0) queue.pop(settings_);
    if (takes) {
      const bool last = (in.s_tlast & bit(i)) != 0;
      queue.push(settings_, refused, in.s_tdest[i], last, now_, &in.s_tdata[std::size_t{i} * beat_stride_]);
    }
    leaving |= PortMask{queue.started()} << i;
    mixed |= PortMask{!queue.cells()} << i;
    if ((through_begins & bit(i)) != 0) begin_through(i);
    // What is refused changes a drop counter, which is shown with the counts.
    if (queue.beats() != beats || queue.packets() != packets || refused)
      occupancy_.set(i, queue.beats(), queue.packets());
  });
  leaving_ = leaving;
  mixed_ = mixed;
  ++now_;
  if (reconfigured) {
    asked_ = in.settings;
    settings_ = bounded(in.settings, params_);
    cells_only_ = params_.data_words == 0 && !settings_.drop && settings_.route_delay == 0;
    for (auto& arbiter : arbiters_) arbiter.set(settings_);
    set_limits();
    end_through(~PortMask{0});
  }
  show(reconfigured ? ~PortMask{0} >> (kMaxPorts - params_.ports) : changed | routing_);
}

/// Without payload: beats of packets that have begun leave input i's queue, or enter it. True: nothing but
/// counts has changed. False: more than that would change, and nothing has been done.
bool SwitchInput::flow_one(unsigned i, bool pops, bool takes) {
  InputQueue& queue = queues_[i];
  if (queue.steady(settings_, pops, takes) == 0) return false;
  const std::uint32_t before = queue.beats();
  queue.skip(pops, takes, 1);
  if (queue.beats() != before) occupancy_.set(i, queue.beats(), queue.packets());
  if (pops) mark(queue.head_dest(), queue.head_side());
  if (pops && takes) begin_through(i);
  return true;
}

/// Likewise the inputs `both` send and take a beat, of which one is a packet's first or last, and it is the
/// only packet of its queue: those of which that is done. `flowing`: of which a packet flowed through before.
PortMask SwitchInput::pass_marks(PortMask both, PortMask last, PortMask flowing) {
  if (settings_.drop || settings_.store_forward) return 0;
  PortMask done = both & last & flowing;
  for_each_port(done, [&](unsigned i) {
    queues_[i].pass_last();
    mark(queues_[i].head_dest(), queues_[i].head_side());
  });
  entering_ &= ~done;
  for_each_port(both & ~last & ~flowing, [&](unsigned i) {
    if (!queues_[i].flows_through()) return;
    const std::uint8_t j = queues_[i].head_dest();
    queues_[i].pass_first();
    put_waiting(i, j, false);
    requests_[j] &= ~bit(i);
    stale_outputs_ &= ~bit(j);
    m_tuser_ &= ~bit(j);
    through_since_[i] = now_ + 1;
    done |= bit(i);
  });
  const PortMask begun = done & ~flowing;
  asking_ &= ~begun;
  leaving_ |= begun;
  through_ |= begun;
  return done;
}

/// Likewise of packets of several beats the last of one leaves these inputs and the first of the next comes:
/// those that held no more, of which that is done.
PortMask SwitchInput::follow(const Inputs& in, PortMask inputs) {
  if (inputs == 0 || settings_.drop || settings_.store_forward || settings_.route_delay != 0) return 0;
  PortMask done = 0;
  for_each_port(inputs, [&](unsigned i) {
    const std::uint8_t j = in.s_tdest[i];
    if (j >= params_.ports || !queues_[i].ends()) return;
    if (queues_[i].follow(j, now_, in.s_tdata[i])) put_waiting(i, j, true);
    requested_[i] = j;
    requests_[j] |= bit(i);
    stale_outputs_ |= bit(j);
    done |= bit(i);
  });
  entering_ |= done;
  leaving_ &= ~done;
  asking_ |= done;
  return done;
}

/// The same where nothing but packets of one beat is held and comes, without payload, drops or delays: heads
/// change, and nothing of the states between a first and a last beat.
void SwitchInput::move_cells(const Inputs& in, PortMask moved, PortMask pop, PortMask taken) {
  for_each_port(moved, [&](unsigned j) {
    const unsigned i = arbiters_[j].selected();
    arbiters_[j].clock(settings_.arbiter, true);
    requests_[j] &= ~bit(i);
    if (queues_[i].pop_cell(j)) put_waiting(i, j, false);
  });
  const PortMask stalled = m_tvalid_ & ~moved;
  for_each_port(stalled & ~locked_, [&](unsigned j) { arbiters_[j].clock(settings_.arbiter, false); });
  PortMask kept = taken;
  for_each_port(taken, [&](unsigned i) {
    if (in.s_tdest[i] < params_.ports) {
      if (queues_[i].push_cell(in.s_tdest[i], now_, in.s_tdata[i])) put_waiting(i, in.s_tdest[i], true);
    } else {
      queues_[i].push(settings_, false, in.s_tdest[i], true, now_, nullptr);
      kept &= ~bit(i);
    }
  });
  ++now_;

  for_each_port(pop ^ kept, [&](unsigned i) {
    put_port(s_tready_, i, queues_[i].beats() < settings_.depth);
    occupancy_.set(i, queues_[i].beats(), queues_[i].packets());
  });
  const PortMask other_heads = pop | (kept & ~beats_);
  PortMask beats = beats_ & ~other_heads, outputs = moved;
  for_each_port(other_heads, [&](unsigned i) {
    if (!queues_[i].route_cell()) return;
    const std::uint8_t j = queues_[i].head_dest();
    beats |= bit(i);
    outputs |= bit(j);
    requested_[i] = j;
    requests_[j] |= bit(i);
  });
  beats_ = bids_ = asking_ = beats;

  PortMask valid = stalled, heads = heads_ & ~pop;
  for_each_port(outputs & ~stalled, [&](unsigned j) {
    PacketArbiter& arbiter = arbiters_[j];
    arbiter.offer(settings_.arbiter, requests_[j], beats, [&](unsigned i) { return queues_[i].age(now_); });
    valid |= PortMask{arbiter.valid()} << j;
    heads |= PortMask{arbiter.valid()} << arbiter.selected();
  });
  locked_ = stalled;
  heads_ = heads;
  m_tvalid_ = m_tuser_ = m_tlast_ = valid;
}

/// A beat has left input i's queue and one, not a last one, has entered: if they are of the same packet, the
/// next ones are not counted before that ends.
void SwitchInput::begin_through(unsigned i) {
  const InputQueue& queue = queues_[i];
  if (!queue.started() || !queue.flows_through() || queue.steady(settings_, true, true) == 0) return;
  through_ |= bit(i);
  through_since_[i] = now_ + 1;
}

/// Packets of which no more beats flow through, or none that is like those before: counts these.
void SwitchInput::end_through(PortMask inputs) {
  for_each_port(through_ & inputs,
                [&](unsigned i) { queues_[i].skip(true, true, now_ - through_since_[i]); });
  through_ &= ~inputs;
}

/// The FIFO is shared by all outputs, whatever `sharing` says.
void SwitchInput::set_limits() {
  Settings settings = settings_;
  settings.sharing = Sharing::Complete;
  limits_.set(settings, true);
}

/// Inputs whose beat is taken to be discarded for want of room, or as misrouted besides.
PortMask SwitchInput::refused(PortMask taken) const {
  if (!settings_.drop) return taken & refusing_;
  PortMask inputs = 0;
  for_each_port(taken, [&](unsigned i) { inputs |= PortMask{queues_[i].refuses(settings_)} << i; });
  return inputs;
}

/// Packets under way go on as in this cycle, no head is blocked, and the flags of this cycle are those of the
/// next.
bool SwitchInput::flows_on(PortMask m_tready, PortMask pop) const {
  if ((m_tvalid_ & ~locked_) != 0 || blocked_ != 0 || (bids_ & ~pop) != 0) return false;
  if (idle_with_work_ != (waiting_ & m_tready & ~m_tvalid_)) return false;
  PortMask next = heads_;
  for_each_port(m_tvalid_ & ~m_tready, [&](unsigned j) { next &= ~bit(arbiters_[j].selected()); });
  return next == pop;
}

/// Sets the flags, which describe this cycle, to show in the next.
void SwitchInput::observe(PortMask m_tready, PortMask pop) {
  idle_with_work_ = waiting_ & m_tready & ~m_tvalid_;
  const PortMask idle_ready = m_tready & ~m_tvalid_ & ~locked_;
  const PortMask blocked = bids_ & ~pop;
  for_each_port(blocked, [&](unsigned i) {
    queues_[i].probe().observe(true, (heads_ & bit(i)) == 0, queues_[i].head_dest(), idle_ready);
  });
  for_each_port(blocked_ & ~blocked, [&](unsigned i) { queues_[i].probe().observe(false, false, 0, 0); });
  blocked_ = blocked;
}

/// Derives what one input shows to the outputs and to its link.
void SwitchInput::refresh(unsigned i) {
  InputQueue& queue = queues_[i];
  const PortMask one = bit(i);
  // In the middle of a packet, with nothing new for the others.
  if (queue.started() && queue.beat() && (beats_ & bids_ & ~asking_ & ~routing_ & one) != 0 &&
      queue.probe().waiting() == waiting_seen_[i]) {
    put_port(s_tready_, i, queue.ready(settings_));
    stale_outputs_ |= bit(queue.head_dest());
    return;
  }
  if (!queue.routed() && !queue.started()) queue.route(settings_, now_);
  put_port(s_tready_, i, queue.ready(settings_));
  const bool beat = queue.beat();
  const bool bid = queue.bid(settings_);
  put_port(beats_, i, beat);
  put_port(bids_, i, bid);
  put_port(routing_, i, beat && !queue.started() && !queue.routed());
  const bool asks = bid && !queue.started();
  if ((asking_ & one) != 0 && (!asks || requested_[i] != queue.head_dest())) {
    requests_[requested_[i]] &= ~one;
    stale_outputs_ |= bit(requested_[i]);
  }
  if (asks && (requests_[queue.head_dest()] & one) == 0) {
    requested_[i] = queue.head_dest();
    requests_[requested_[i]] |= one;
  }
  put_port(asking_, i, asks);
  if (beat) stale_outputs_ |= bit(queue.head_dest());
  // A packet under way whose next beat is late leaves its output without an offer.
  if (!beat && queue.started()) stale_outputs_ |= locked_;
  count_waiting(i);
}

/// Outputs for which packets wait at input i, or no longer do.
void SwitchInput::count_waiting(unsigned i) {
  const PortMask waiting = queues_[i].probe().waiting();
  for_each_port(waiting ^ waiting_seen_[i], [&](unsigned j) { put_waiting(i, j, (waiting & bit(j)) != 0); });
}

/// Derives the outputs from the state, as far as `inputs` have changed.
void SwitchInput::show(PortMask inputs) {
  for_each_port(inputs, [&](unsigned i) { refresh(i); });
  PortMask valid = m_tvalid_ & ~stale_outputs_, user = m_tuser_ & valid, last = m_tlast_ & valid;
  PortMask heads = heads_;
  for_each_port(stale_outputs_, [&](unsigned j) {
    PacketArbiter& arbiter = arbiters_[j];
    arbiter.offer(settings_.arbiter, requests_[j], beats_, [&](unsigned i) { return queues_[i].age(now_); });
    if (!arbiter.valid()) {
      heads &= ~(PortMask{arbiter.locked()} << arbiter.selected());
      return;
    }
    const Side side = selected(j).head_side();
    valid |= bit(j);
    heads |= bit(arbiter.selected());
    user |= PortMask{side.user} << j;
    last |= PortMask{side.last} << j;
  });
  m_tvalid_ = valid;
  m_tuser_ = user;
  m_tlast_ = last;
  heads_ = heads;
  stale_outputs_ = 0;
}

std::uint32_t SwitchInput::steady(const Inputs& in) const {
  if (!quiet_ || in.m_tready != last_ready_ || (in.s_tvalid & s_tready_) != last_taken_) return 0;
  if (!pool_.steady(queues_, offer(in, refused(last_taken_)), serves_other())) return 0;
  std::uint32_t cycles = ~std::uint32_t{0};
  for_each_port((last_pop_ | last_taken_) & ~through_, [&](unsigned i) {
    cycles = std::min(cycles,
                      queues_[i].steady(settings_, (last_pop_ & bit(i)) != 0, (last_taken_ & bit(i)) != 0));
  });
  for_each_port(routing_,
                [&](unsigned i) { cycles = std::min(cycles, settings_.route_delay - queues_[i].age(now_)); });
  return cycles;
}

void SwitchInput::skip(std::uint32_t n) {
  for_each_port((last_pop_ | last_taken_) & ~through_, [&](unsigned i) {
    InputQueue& queue = queues_[i];
    const bool pops = (last_pop_ & bit(i)) != 0;
    const std::uint32_t before = queue.beats();
    queue.skip(pops, (last_taken_ & bit(i)) != 0, n);
    if (queue.beats() != before) occupancy_.set(i, queue.beats(), queue.packets());
    if (pops) mark(queue.head_dest(), queue.head_side());
  });
  now_ += n;
}

}  // namespace xb::twin
