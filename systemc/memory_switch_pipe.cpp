// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory_switch_pipe.h"

#include <algorithm>
#include <utility>

namespace xb::twin {
namespace {

/// Of an input's stage. A word of each output may wait, and beats be on their way to words of their own.
constexpr unsigned kSpareSlots = 8, kSlotsOnTheWay = 3;

Params padded(Params params) {
  params.ports = std::max(4U, params.ports);
  return params;
}

}  // namespace

MemorySwitchPipe::MemorySwitchPipe(const Params& params, bool per_output)
    : MemorySwitch(padded(params),
                   Admission(params.ports, params.max_depth, 2 * std::max(4U, params.ports), per_output)),
      real_(params),
      lookup_(params_.ports) {
  occupancy_ = Occupancy(real_.ports);  // what is seen
  reset();
}

void MemorySwitchPipe::reset() {
  MemorySwitch::reset();
  lookup_.reset();
  arrivals_.assign(real_.ports, Arrival{Ingress(real_.ports, real_.count_start)});
  for (Arrival& arrival : arrivals_) arrival.beat.resize(beat_stride_);
  shown_ = false;
  deciding_ = {};
  written_ = Fate::None;
  was_empty_ = false;
  looked_ = reading_ = {};
  read_ = {};
  behind_ = 0;
  arrived_ = 0;
  picked_ = 0;
  from_ = 2;
  cycle_ = 0;
}

void MemorySwitchPipe::step(const Inputs& in) {
  const PortMask m_tready = in.m_tready & ~PortMask{0} >> (64 - real_.ports);
  const unsigned writer = port_before(3);
  observe(m_tready, written_ == Fate::Write || written_ == Fate::Discard ? bit(writer) : 0);
  if (written_ != Fate::None) judge(writer, written_, was_empty_);

  // All decisions look at the state at the beginning of the cycle.
  PortMask ready = 0;
  for (unsigned i = 0; i < real_.ports; ++i)
    ready |= PortMask{inputs_[i].stage.slots() + kSlotsOnTheWay <= params_.ports + kSpareSlots} << i;
  const PortMask chosen = choose_waiting();
  const bool shows = inputs_[turn_].stage.has_word();
  PipeAdmission::Question question;
  const WriteTurn looking = look_up(port_before(1), question);
  const Fate fate = decide();
  const bool empty = lookup_.empty();
  const ReadTurn look = look_at(writer);

  const std::uint32_t read_beats = read_word(reading_.output, reading_.beats, reading_.read);
  lookup_.clock(admission_.limits(), question, fate == Fate::Write, deciding_.words,
                read_beats != 0 ? static_cast<int>(reading_.output) : -1);
  if (written_ == Fate::Write) write(writer);
  if (written_ == Fate::Discard) discard(writer);
  refused_ = written_ == Fate::Wait ? refused_ | bit(writer) : refused_ & ~bit(writer);
  deliver_beats(m_tready);
  form_words();
  take_beats(in);
  Landing lands{read_beats, reading_.output};
  if (params_.ram_register != 0) {
    std::swap(lands, read_);
    behind_ = read_.beats != 0 ? bit(read_.output) : 0;
  }
  land(lands.beats, lands.output);
  Settings settings = in.settings;
  settings.route_delay = 0;  // it has none
  configure(settings);

  written_ = fate;
  was_empty_ = empty;
  deciding_ = looking;
  shown_ = shows;
  reading_ = looked_;
  reading_.read = may_read();
  looked_ = look;
  picked_ = chosen;
  from_ = (from_ + (turn_ + 3 == params_.ports || turn_ + 3 == 2 * params_.ports ? 2 : 1)) % params_.ports;
  turn_ = turn_ + 1 == params_.ports ? 0 : turn_ + 1;
  ++now_;
  ++cycle_;
  s_tready_ = ready;
}

/// The port whose turn it was so many cycles ago.
unsigned MemorySwitchPipe::port_before(unsigned cycles) const {
  return (turn_ + params_.ports - cycles) % params_.ports;
}

/// What is known of an input's word in the cycle before the decision, and what admission is asked.
MemorySwitchPipe::WriteTurn MemorySwitchPipe::look_up(unsigned input,
                                                      PipeAdmission::Question& question) const {
  WriteTurn turn;
  if (!shown_) return turn;
  const Input& from = inputs_[input];
  const auto& word = from.stage.word();
  const bool promised = !word.first && from.reserved != 0;
  const bool discarding = !word.first && from.discarding;
  const bool starved = lists_.starved(word.dest) && lists_.list(word.dest).head == from.packet;
  const std::uint32_t need = word.first ? admission_.packet_words(word.shared_on()) : 1;
  question = {std::uint16_t{word.dest}, need, admission_.limits().queue_limit() + 1 - need};
  turn.valid = true;
  turn.may = !discarding;
  turn.must = !discarding && !word.first && (promised || starved);
  turn.drop = discarding || (word.first && settings_.drop);
  turn.words = static_cast<std::int32_t>(promised ? 0 : need);
  if (word.last) turn.words = 1 - static_cast<std::int32_t>(promised ? from.reserved : 0);
  return turn;
}

MemorySwitch::Fate MemorySwitchPipe::decide() const {
  if (!deciding_.valid) return Fate::None;
  if (deciding_.must || (deciding_.may && lookup_.admits(admission_.limits()))) return Fate::Write;
  return deciding_.drop ? Fate::Discard : Fate::Wait;
}

/// The waiting word that the input after the next one is to complete: its output, or none.
PortMask MemorySwitchPipe::choose_waiting() const {
  const IngressStage& stage = inputs_[(turn_ + 2) % params_.ports].stage;
  const PortMask may = stage.waiting() & (lookup_.hungry() | stage.overdue());
  const PortMask later = may & (~PortMask{0} << from_);
  const PortMask first = later != 0 ? later : may;
  return first & (~first + 1);
}

MemorySwitchPipe::ReadTurn MemorySwitchPipe::look_at(unsigned output) {
  settle(outputs_[output]);
  ReadTurn turn;
  turn.output = output;
  turn.beats = lists_.readable(output, static_cast<std::uint32_t>(now_), settings_.route_delay);
  turn.staged = outputs_[output].staged;
  turn.first = turn.beats != 0 && lists_[lists_.list(output).head].out == 0;
  return turn;
}

/// Just in time, as in the memory switch, by what was staged in the cycle before.
bool MemorySwitchPipe::may_read() const {
  if (looked_.beats == 0) return false;
  const std::uint32_t ahead = 3 + params_.ram_register;
  return looked_.staged <= params_.ports + ahead ||
         (!looked_.first && looked_.staged + looked_.beats <= 2 * params_.ports + ahead);
}

/// Beats that were taken in the last cycle go to their words; one that waits is completed for the next turn.
void MemorySwitchPipe::form_words() {
  const unsigned next = (turn_ + 1) % params_.ports;
  PortMask picked = picked_ & inputs_[next].stage.waiting();
  for_each_port(arrived_, [&](unsigned i) {
    const Arrival& arrival = arrivals_[i];
    IngressStage& stage = inputs_[i].stage;
    const auto beat = stage.accept(arrival.dest, arrival.last, now_, arrival.beat.data());
    if (beat.enters) inputs_[i].probe.enter(beat.dest);
    if (i == next) picked &= ~bit(beat.dest);
  });
  arrived_ = 0;
  IngressStage& stage = inputs_[next].stage;
  if (picked != 0 && !stage.has_word() && !stage.in_chain())
    stage.complete(static_cast<std::uint8_t>(__builtin_ctzll(picked)));
  if (cycle_ % tick_cycles_ != 0) return;
  for (Input& input : inputs_) input.stage.tick();
}

void MemorySwitchPipe::take_beats(const Inputs& in) {
  for_each_port(in.s_tvalid & s_tready_, [&](unsigned i) {
    Arrival& arrival = arrivals_[i];
    arrival.last = (in.s_tlast & bit(i)) != 0;
    const auto beat = arrival.framing.take(in.s_tdest[i], arrival.last, false);
    if (!beat.keep) return;
    arrived_ |= bit(i);
    arrival.dest = beat.destination;
    std::copy_n(&in.s_tdata[std::size_t{i} * beat_stride_], beat_stride_, arrival.beat.begin());
    occupancy_.add(beat.destination, 1, beat.first ? 1 : 0);
  });
}

}  // namespace xb::twin
