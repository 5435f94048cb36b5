// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory_switch.h"

#include <algorithm>
#include <utility>

#include "systemc/settings.h"

namespace xb::twin {

MemorySwitch::MemorySwitch(const Params& params, bool per_output)
    : MemorySwitch(params, Admission(params.ports, params.max_depth, per_output)) {}

MemorySwitch::MemorySwitch(const Params& params, Admission admission)
    : params_(params),
      beat_stride_(params.beat_stride()),
      admission_(std::move(admission)),
      lists_(params.ports, params.beat_words()),
      occupancy_(params.ports),
      tick_cycles_(IngressStage::tick_cycles(params.ports)) {
  reset();
}

void MemorySwitch::reset() {
  settings_ = {};
  asked_.reset();
  admission_.set(settings_);
  admission_.reset();
  lists_.reset();
  inputs_.assign(params_.ports,
                 Input{{IngressStage(params_.ports, params_.beat_words(), params_.count_start)}});
  outputs_.assign(params_.ports, Output{});
  for (Output& output : outputs_) output.drops = params_.count_start;
  occupancy_.reset();
  now_ = params_.count_start;
  turn_ = round_ = landing_beats_ = 0;
  s_tready_ = m_tvalid_ = blocked_ = idle_with_work_ = 0;
  m_tuser_ = m_tlast_ = in_runs_ = out_runs_ = 0;
  words_ = waits_ = refused_ = tight_ = busy_ = left_over_ = left_before_ = 0;
  crowded_ = owing_ = in_packet_ = pool_ = 0;
  taken_ = given_ = 0;
}

void MemorySwitch::step(const Inputs& in) {
  // All decisions look at this cycle's state: the write's before the read's effects, and the read's before
  // it.
  const unsigned next = turn_ + 1 == params_.ports ? 0 : turn_ + 1;
  const PortMask hungry = hungry_outputs(next, in);
  const Fate fate = decide(turn_);
  const bool leaves = fate == Fate::Write || fate == Fate::Discard;
  observe(in.m_tready, leaves ? bit(turn_) : 0);
  if (fate != Fate::None) {
    judge(turn_, fate, fate == Fate::Wait && admission_.count(inputs_[turn_].stage.word().dest) == 0);
  }
  const std::uint32_t read_beats = turn_to_read(turn_);
  if (fate == Fate::Write) write(turn_);
  if (fate == Fate::Discard) discard(turn_);
  discarded_ = fate == Fate::Discard;
  refused_ = fate == Fate::Wait ? refused_ | bit(turn_) : refused_ & ~bit(turn_);

  deliver_beats(in.m_tready);
  taken_ = in.s_tvalid & s_tready_;
  for_each_port(taken_, [&](unsigned i) { accept(i, in); });
  if (waits_ != 0) complete_waiting(next, hungry);
  land(read_beats, turn_);
  configure(in.settings);
  ++now_;
  turn_ = next;
  if (next == 0 && ++round_ == params_.ports) round_ = 0;
  s_tready_ = ~PortMask{0} >> (64 - params_.ports);
  for_each_port(tight_, [&](unsigned i) {
    if (!inputs_[i].stage.ready(now_, inputs_[i].run.moved())) s_tready_ &= ~bit(i);
  });
}

void MemorySwitch::deliver_beats(PortMask m_tready) {
  given_ = m_tvalid_ & m_tready;
  in_packet_ = (in_packet_ | given_) & ~(given_ & m_tlast_);
  for_each_port(given_, [&](unsigned j) { deliver(j); });
}

/// A word whose read begins in cycle t is on offer from cycle t + 2 on.
void MemorySwitch::land(std::uint32_t read_beats, unsigned output) {
  if (landing_beats_ != 0) {
    Output& landing = outputs_[landing_output_];
    settle(landing);
    landing.shown += landing_beats_;
    m_tvalid_ |= bit(landing_output_);
    show_front(landing_output_);
  }
  landing_beats_ = read_beats;
  landing_output_ = output;
}

void MemorySwitch::configure(const Settings& asked) {
  if (asked_ == asked) return;
  asked_ = asked;
  settings_ = bounded(asked, params_);
  admission_.set(settings_);
}

MemorySwitch::Fate MemorySwitch::decide(unsigned input) const {
  if ((words_ & bit(input)) == 0) return Fate::None;
  const Input& from = inputs_[input];
  return from.decide(admission_, lists_, from.stage.word().dest, settings_.drop);
}

void MemorySwitch::observe(PortMask m_tready, PortMask leaving) {
  // Idle: sends nothing and has nothing to send.
  const PortMask idle_ready = m_tready & ~busy_;
  const PortMask blocked = refused_ & ~leaving;
  for_each_port(blocked | blocked_, [&](unsigned i) {
    const bool now = (blocked & bit(i)) != 0;
    const std::uint8_t dest = now ? inputs_[i].stage.word().dest : std::uint8_t{0};
    inputs_[i].probe.observe(now, false, dest, idle_ready & ~bit(dest));
  });
  blocked_ = blocked;
  if ((pool_ | owing_ | (blocked & crowded_)) != 0) observe_pool(m_tready, blocked);
  const PortMask landing = behind_ | (landing_beats_ != 0 ? bit(landing_output_) : 0);
  // The first word of a busy period on its way is not idleness: the way is the same in an empty switch.
  idle_with_work_ = m_tready & ~m_tvalid_ & left_over_ & ~(landing & ~left_before_);
}

/// Heads that packets for other outputs alone keep out while their own output could send them.
PortMask MemorySwitch::pool_held(PortMask m_tready, PortMask blocked) const {
  PortMask held = 0;
  for_each_port(blocked & crowded_, [&](unsigned i) {
    const bool free = (m_tready & ~m_tvalid_ & ~in_packet_ & bit(inputs_[i].stage.word().dest)) != 0;
    held |= PortMask{free} << i;
  });
  return held;
}

void MemorySwitch::observe_pool(PortMask m_tready, PortMask blocked) {
  pool_ = pool_held(m_tready, blocked) | owing_;
  for_each_port(pool_, [&](unsigned i) { inputs_[i].pool_by = inputs_[i].blame; });
  for_each_port(owing_, [&](unsigned i) {
    if (--inputs_[i].owed == 0) owing_ &= ~bit(i);
  });
}

/// Whether packets for other outputs are why a word is refused or discarded; before the effects of the turn.
/// `empty`: the word's queue held nothing when that was decided.
void MemorySwitch::judge(unsigned input, Fate fate, bool empty) {
  Input& from = inputs_[input];
  crowded_ &= ~bit(input);
  if (fate == Fate::Write) return;
  const auto& word = from.stage.word();
  if (fate == Fate::Wait) {
    if (!empty) return;
    crowded_ |= bit(input);
    from.blame = admission_.most(word.dest);
    return;
  }
  if (word.first) {
    from.pool_cause = admission_.admits_alone(word.dest, admission_.packet_words(word.shared_on()));
    if (from.pool_cause) from.blame = admission_.most(word.dest);
  }
  if (!from.pool_cause) return;
  from.owed += word.beats;
  owing_ |= bit(input);
}

/// Clears what ends with the word that leaves the stage.
void MemorySwitch::leave_stage(unsigned input) {
  settle(inputs_[input]);
  const IngressStage& stage = inputs_[input].stage;
  if (!stage.has_word()) words_ &= ~bit(input);
  tight_ = stage.tight() ? tight_ | bit(input) : tight_ & ~bit(input);
  start_run(input);
}

void MemorySwitch::write(unsigned input) {
  Input& from = inputs_[input];
  const unsigned output = from.stage.word().dest;
  if (from.write(admission_, lists_, input, output, settings_.store_forward, now_)) busy_ |= bit(output);
  leave_stage(input);
}

void MemorySwitch::discard(unsigned input) {
  const auto word = inputs_[input].discard(now_);
  outputs_[word.dest].drops += word.packets;
  occupancy_.add(word.dest, 0U - word.beats, 0U - word.packets);
  leave_stage(input);
}

bool MemorySwitch::may_read(unsigned output, std::uint32_t beats) const {
  // Just in time: what is staged does not last until the word of the next turn would be on offer; or, within
  // a packet, until that of the turn after it, which a short word read in the next turn would have to bridge.
  const std::uint32_t staged = outputs_[output].staged;
  const bool first = lists_[lists_.list(output).head].out == 0;
  return staged <= params_.ports + 1 || (!first && staged + beats <= 2 * params_.ports + 1);
}

/// Reads a word if the output may and can. Returns its beats, or 0.
std::uint32_t MemorySwitch::turn_to_read(unsigned output) {
  settle(outputs_[output]);
  const std::uint32_t beats =
      lists_.readable(output, static_cast<std::uint32_t>(now_), settings_.route_delay);
  return read_word(output, beats, beats != 0 && may_read(output, beats));
}

/// The output has a word of `beats`, or 0, to read, and `reads` it. Returns what is read, or 0.
std::uint32_t MemorySwitch::read_word(unsigned output, std::uint32_t beats, bool reads) {
  left_before_ = (left_before_ & ~bit(output)) | (left_over_ & bit(output));
  left_over_ &= ~bit(output);
  if (beats == 0) return 0;
  if (!reads) {
    lists_.list(output).eligible = true;
    left_over_ |= bit(output);
    return 0;
  }
  Output& to = outputs_[output];
  const std::uint32_t packet = lists_.list(output).head;
  if (lists_[packet].out == 0) to.packets.push(packet);
  to.staged += beats;
  admission_.commit(output, ~0U);
  lists_.read(output, beats);
  if (lists_.readable(output, static_cast<std::uint32_t>(now_), settings_.route_delay) != 0)
    left_over_ |= bit(output);
  return beats;
}

/// Enters the beats of the run so far in the counts.
void MemorySwitch::settle(Input& input) {
  if (input.run.moved() == 0) return;
  input.stage.skip(input.run.moved());
  input.run.start = input.run.left;
}

void MemorySwitch::settle(Output& output) {
  const std::uint32_t moved = output.run.moved();
  if (moved == 0) return;
  lists_[output.packets.front()].sent += moved;
  output.shown -= moved;
  output.staged -= moved;
  output.run.start = output.run.left;
}

void MemorySwitch::start_run(unsigned input) {
  Input& to = inputs_[input];
  const std::uint32_t beats = params_.data_words == 0 ? to.stage.beats_in_the_middle() : 0;
  to.run = {beats, beats};
  in_runs_ = beats != 0 ? in_runs_ | bit(input) : in_runs_ & ~bit(input);
}

/// What the output offers has changed, by more than a beat in the middle of a packet.
void MemorySwitch::show_front(unsigned output) {
  Output& from = outputs_[output];
  std::uint32_t beats = 0;
  if (from.shown != 0) {
    const auto& packet = lists_[from.packets.front()];
    const std::uint32_t end = packet.end();
    const bool last = packet.sent + 1 == end;
    m_tuser_ = packet.sent == packet.begin ? m_tuser_ | bit(output) : m_tuser_ & ~bit(output);
    m_tlast_ = last ? m_tlast_ | bit(output) : m_tlast_ & ~bit(output);
    // A packet that is not complete has no last beat on offer. A run ends while there is still a beat.
    if (params_.data_words == 0 && packet.sent != packet.begin)
      beats = std::min(from.shown, end - packet.sent) - 1;
  }
  from.run = {beats, beats};
  out_runs_ = beats != 0 ? out_runs_ | bit(output) : out_runs_ & ~bit(output);
}

void MemorySwitch::deliver(unsigned output) {
  if ((out_runs_ & bit(output)) == 0) return deliver_any(output);
  occupancy_.add(output, ~0U, 0);
  if (--outputs_[output].run.left != 0) return;
  settle(outputs_[output]);
  show_front(output);
}

void MemorySwitch::deliver_any(unsigned output) {
  Output& to = outputs_[output];
  const auto delivered = lists_.deliver(to.packets.front());
  if (delivered.gone) to.packets.pop();
  occupancy_.add(output, ~0U, delivered.last ? ~0U : 0U);
  if (--to.shown == 0) m_tvalid_ &= ~bit(output);
  if (--to.staged == 0 && lists_.empty(output)) busy_ &= ~bit(output);
  show_front(output);
}

void MemorySwitch::accept(unsigned input, const Inputs& in) {
  if ((in_runs_ & ~in.s_tlast & bit(input)) == 0) return accept_any(input, in);
  Input& to = inputs_[input];
  occupancy_.add(to.stage.destination(), 1, 0);
  if (--to.run.left == 0) in_runs_ &= ~bit(input);
}

void MemorySwitch::accept_any(unsigned input, const Inputs& in) {
  Input& to = inputs_[input];
  settle(to);
  const std::size_t at = std::size_t{input} * beat_stride_;
  const bool last = (in.s_tlast & bit(input)) != 0;
  const auto beat = to.stage.accept(in.s_tdest[input], last, now_, &in.s_tdata[at]);
  start_run(input);
  if (!beat.keep) return;
  occupancy_.add(beat.dest, 1, beat.first ? 1 : 0);
  if (beat.enters) to.probe.enter(beat.dest);
  if (to.stage.has_word()) words_ |= bit(input);
  if (to.stage.tight()) tight_ |= bit(input);
  if (to.stage.waiting() != 0) waits_ |= bit(input);
}

/// Outputs whose queue holds no more than its own word: of those for which the input whose turn is next has a
/// word that waits, or gets one in this cycle; before the effects of the cycle.
PortMask MemorySwitch::hungry_outputs(unsigned next, const Inputs& in) const {
  const bool comes = (in.s_tvalid & s_tready_ & in.s_tlast & bit(next)) != 0;
  if ((words_ & bit(next)) != 0 || (!comes && (waits_ & bit(next)) == 0)) return 0;
  const IngressStage& stage = inputs_[next].stage;
  PortMask asks = stage.waiting();
  const std::uint8_t dest = stage.in_packet() ? stage.destination() : in.s_tdest[next];
  if (comes && dest < params_.ports) asks |= bit(dest);
  PortMask hungry = 0;
  for_each_port(asks, [&](unsigned j) { hungry |= PortMask{admission_.count(j) <= 1} << j; });
  return hungry;
}

void MemorySwitch::complete_waiting(unsigned next, PortMask hungry) {
  if ((waits_ & bit(next)) != 0) {
    IngressStage& stage = inputs_[next].stage;
    stage.complete_waiting(hungry, (next + round_) % params_.ports);
    if (stage.has_word()) words_ |= bit(next);
    if (stage.tight()) tight_ |= bit(next);
    if (!stage.waits()) waits_ &= ~bit(next);
  }
  if (now_ % tick_cycles_ != 0) return;
  for_each_port(waits_, [&](unsigned i) { inputs_[i].stage.tick(); });
}

}  // namespace xb::twin
