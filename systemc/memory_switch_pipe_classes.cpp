// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory_switch_pipe_classes.h"

#include <algorithm>
#include <utility>

namespace xb::twin {
namespace {

/// Of an input's stage. A word of each output may wait, and beats be on their way to words of their own. A
/// packet begins where it finds slots for the two that it may open besides, and as many before it.
constexpr unsigned kClassSlots = 12, kSlotsWithin = 3, kSlotsToBegin = 7;

Params padded_classes(Params params) {
  params.ports = std::max(4U, params.ports);
  return params;
}

unsigned highest(ClassMask classes) { return 31U - static_cast<unsigned>(__builtin_clz(classes)); }

}  // namespace

MemorySwitchPipeClasses::MemorySwitchPipeClasses(const Params& params, bool per_output)
    : MemorySwitchClasses(padded_classes(params),
                          SharingPolicy(padded_classes(params),
                                        AdmissionLimits(params.ports * params.classes, params.max_depth,
                                                        2 * std::max(4U, params.ports), per_output))),
      real_(params),
      lookup_(params_.ports, params.classes),
      ingress_(params.classes) {
  occupancy_ = Occupancy(real_.ports);  // what is seen
  tick_cycles_ = IngressStage::tick_cycles(params_.ports);
  reset();
}

void MemorySwitchPipeClasses::reset() {
  MemorySwitchClasses::reset();
  lookup_.reset();
  ingress_.reset();
  arrivals_.assign(real_.ports, Arrival{Ingress(real_.ports, real_.count_start)});
  for (Arrival& arrival : arrivals_) arrival.beat.resize(params_.beat_stride());
  services_.assign(real_.ports, PipeService(params_.classes));
  refused_ = 0;
  shown_ = deciding_ = written_ = {};
  looked_ = reading_ = {};
  read_ = {};
  behind_ = 0;
  arrived_ = 0;
  picked_ = {};
  from_ = 2;
  cycle_ = 0;
}

void MemorySwitchPipeClasses::step(const Inputs& in) {
  const PortMask m_tready = in.m_tready & all_ports(real_.ports);
  const unsigned writer = port_before(3);
  Turn leaving;
  leaving.of_class = written_.of_class;
  leaving.fate = written_.leaves() ? written_.fate : Fate::None;
  observe(m_tready, writer, leaving);

  // All decisions look at the state at the beginning of the cycle.
  std::array<PortMask, kMaxClasses> within{}, begins{};
  for (unsigned c = 0; c < params_.classes; ++c) {
    for (unsigned i = 0; i < real_.ports; ++i) {
      const unsigned slots = lane(i, c).stage.slots();
      within[c] |= PortMask{slots + kSlotsWithin <= params_.ports + kClassSlots} << i;
      begins[c] |= PortMask{slots + kSlotsToBegin <= params_.ports + kClassSlots} << i;
    }
  }
  const Pick chosen = choose_waiting();
  const ClassMask refused = look_ahead((turn_ + 1) % params_.ports);
  const WriteTurn shows = show();
  PipeAdmission::Question question;
  look_up(port_before(1), shown_, question);
  deciding_.fate = decide();
  const ReadTurn look = look_at(writer);
  choose_class(looked_);
  serve(m_tready);

  const std::uint32_t read_beats = read(reading_);
  const int released = read_beats != 0 ? static_cast<int>(queue(reading_.output, reading_.of_class)) : -1;
  lookup_.clock(admission_.limits(), question, deciding_.fate == Fate::Write, deciding_.words, released);
  if (written_.fate == Fate::Write) write(writer, written_.of_class);
  if (written_.fate == Fate::Discard) discard(writer, written_.of_class);
  for_each_port(m_tvalid_ & m_tready, [&](unsigned j) { deliver(j); });
  form_words();
  for (unsigned c = 0; c < params_.classes; ++c)
    lane(writer, c).refused =
        (written_.waits >> c & 1U) != 0 || (written_.fate == Fate::Wait && written_.of_class == c);
  take_beats(in);
  Landing lands{read_beats, reading_.output, reading_.of_class};
  if (params_.ram_register != 0) {
    std::swap(lands, read_);
    behind_ = read_.beats != 0 ? bit(read_.output) : 0;
  }
  land(lands.beats, lands.output, lands.of_class);
  stop(in);
  Settings settings = in.settings;
  settings.route_delay = 0;  // it has none
  configure(settings);

  written_ = deciding_;
  deciding_ = shown_;
  shown_ = shows;
  refused_ = refused;
  reading_ = looked_;
  looked_ = look;
  picked_ = chosen;
  pass_turn();
  for (unsigned c = 0; c < params_.classes; ++c) {
    PortMask inside = 0;
    for (unsigned i = 0; i < real_.ports; ++i)
      inside |= PortMask{arrivals_[i].framing.in_packet() && arrivals_[i].of_class == c} << i;
    class_ready_[c] = (within[c] & inside) | (begins[c] & ~inside);
  }
}

void MemorySwitchPipeClasses::pass_turn() {
  const bool round_ends = turn_ + 3 == params_.ports || turn_ + 3 == 2 * params_.ports;
  const bool all_ends = round_ends && class_turn_ + 1 == params_.classes;
  from_ = (from_ + (all_ends ? 2 : 1)) % params_.ports;
  if (round_ends) class_turn_ = all_ends ? 0 : class_turn_ + 1;
  turn_ = turn_ + 1 == params_.ports ? 0 : turn_ + 1;
  ++now_;
  ++cycle_;
}

/// The port whose turn it was so many cycles ago.
unsigned MemorySwitchPipeClasses::port_before(unsigned cycles) const {
  return (turn_ + params_.ports - cycles) % params_.ports;
}

/// Classes of which the input has a word that the memory is known to refuse. After one that leaves now, what
/// the next one needs is not known.
ClassMask MemorySwitchPipeClasses::look_ahead(unsigned input) const {
  ClassMask refused = 0;
  for (unsigned c = 0; c < params_.classes; ++c) {
    const bool leaves = written_.leaves() && input == port_before(3) && c == written_.of_class;
    if (!leaves && lane(input, c).stage.has_word()) refused |= ClassMask{refuses(lane(input, c), c)} << c;
  }
  return refused;
}

bool MemorySwitchPipeClasses::refuses(const Lane& lane, unsigned c) const {
  const auto& word = lane.stage.word();
  const unsigned q = queue(word.dest, c);
  if (!lookup_.crowded(admission_.limits(), q)) return false;
  if (word.first) return !(settings_.drop && (params_.held_off >> c & 1U) == 0);
  const bool starved = lists_.starved(q) && lists_.list(q).head == lane.packet;
  return !lane.discarding && lane.reserved == 0 && !starved;
}

/// The highest class of which the input whose turn it is has a word that may be written, or else of all.
MemorySwitchPipeClasses::WriteTurn MemorySwitchPipeClasses::show() const {
  ClassMask words = 0;
  for (unsigned c = 0; c < params_.classes; ++c) words |= ClassMask{lane(turn_, c).stage.has_word()} << c;
  WriteTurn turn;
  if (words == 0) return turn;
  const ClassMask open = words & ~refused_;
  turn.valid = true;
  turn.of_class = highest(open != 0 ? open : words);
  turn.waits = words & refused_ & ~(ClassMask{1} << turn.of_class);
  return turn;
}

/// What is known of an input's word in the cycle before the decision, and what admission is asked.
void MemorySwitchPipeClasses::look_up(unsigned input, WriteTurn& turn,
                                      PipeAdmission::Question& question) const {
  if (!turn.valid) return;
  const Lane& from = lane(input, turn.of_class);
  const auto& word = from.stage.word();
  const unsigned q = queue(word.dest, turn.of_class);
  const bool promised = !word.first && from.reserved != 0;
  const bool discarding = !word.first && from.discarding;
  const bool starved = lists_.starved(q) && lists_.list(q).head == from.packet;
  const std::uint32_t need = word.first ? admission_.packet_words(word.shared_on()) : 1;
  question = {static_cast<std::uint16_t>(q), need, admission_.limits().queue_limit() + 1 - need};
  const bool drops = settings_.drop && (params_.held_off >> turn.of_class & 1U) == 0;
  turn.may = !discarding;
  turn.must = !discarding && !word.first && (promised || starved);
  turn.drop = discarding || (word.first && drops);
  turn.words = static_cast<std::int32_t>(promised ? 0 : need);
  if (word.last) turn.words = 1 - static_cast<std::int32_t>(promised ? from.reserved : 0);
}

MemorySwitchClasses::Fate MemorySwitchPipeClasses::decide() const {
  if (!deciding_.valid) return Fate::None;
  if (deciding_.must || (deciding_.may && lookup_.admits(admission_.limits()))) return Fate::Write;
  return deciding_.drop ? Fate::Discard : Fate::Wait;
}

/// The waiting word that the input after the next one is to complete. Classes take turns to be first.
MemorySwitchPipeClasses::Pick MemorySwitchPipeClasses::choose_waiting() const {
  const unsigned input = (turn_ + 2) % params_.ports;
  for (unsigned n = 0; n < params_.classes; ++n) {
    const unsigned c = (class_turn_ + params_.classes - n) % params_.classes;
    const IngressStage& stage = lane(input, c).stage;
    const PortMask may = stage.waiting() & (lookup_.hungry(c) | stage.overdue());
    if (may == 0) continue;
    const PortMask later = may & (~PortMask{0} << from_);
    const PortMask first = later != 0 ? later : may;
    return {c, first & (~first + 1)};
  }
  return {};
}

MemorySwitchPipeClasses::ReadTurn MemorySwitchPipeClasses::look_at(unsigned output) const {
  ReadTurn turn;
  turn.output = output;
  if (output >= real_.ports) return turn;
  for (unsigned c = 0; c < params_.classes; ++c)
    turn.words |= ClassMask{lists_.readable(queue(output, c), static_cast<std::uint32_t>(now_), 0) != 0} << c;
  turn.eligible = services_[output].eligible();
  turn.staged = staged_ahead(outputs_[output]);
  turn.under_way = under_way(outputs_[output]);
  if (turn.under_way == 0) turn.words &= ~outputs_[output].passed_over();
  return turn;
}

/// The class of which the output may read a word, and whether it does: just in time, as in the memory switch,
/// by what was staged when it looked.
void MemorySwitchPipeClasses::choose_class(ReadTurn& turn) {
  const ClassMask words = turn.under_way != 0 ? turn.words & turn.under_way : turn.words;
  turn.may = words != 0;
  if (!turn.may) return;
  Output& from = outputs_[turn.output];
  const ClassMask open = from.yield.choice({words, 0, true});  // whether one lasts is not known
  turn.of_class = highest((open & turn.eligible) != 0 ? open & turn.eligible : open);
  turn.beats = lists_.readable(queue(turn.output, turn.of_class), static_cast<std::uint32_t>(now_), 0);
  const std::uint32_t ahead = 3 + params_.ram_register;
  turn.read = turn.staged <= params_.ports + ahead ||
              (turn.under_way != 0 && turn.staged + turn.beats <= 2 * params_.ports + ahead);
  if (turn.read) from.yield.read(turn.of_class, turn.under_way == 0 && turn.beats < params_.ports, {}, true);
}

/// Carries out what was decided. Returns the beats that are read, or 0.
std::uint32_t MemorySwitchPipeClasses::read(const ReadTurn& turn) {
  const PortMask output = bit(turn.output);
  left_before_ = (left_before_ & ~output) | (left_over_ & output);
  left_over_ = turn.may ? left_over_ | output : left_over_ & ~output;
  if (!turn.read) return 0;
  const unsigned q = queue(turn.output, turn.of_class);
  const bool ends = read_word(turn.output, turn.of_class, turn.beats);
  const bool others = ends && (turn.words & ~(ClassMask{1} << turn.of_class)) != 0;
  if (!others && lists_.readable(q, static_cast<std::uint32_t>(now_), 0) == 0) left_over_ &= ~output;
  return turn.beats;
}

/// Clock edge of what serves classes by weight: they are charged for what is delivered in this cycle.
void MemorySwitchPipeClasses::serve(PortMask m_tready) {
  for (unsigned j = 0; j < real_.ports; ++j) {
    ClassMask waiting = 0;
    for (unsigned c = 0; c < params_.classes; ++c) waiting |= ClassMask{!lists_.empty(queue(j, c))} << c;
    waiting &= ~outputs_[j].passed_over();
    const bool sends = (m_tvalid_ & m_tready & bit(j)) != 0;
    services_[j].clock(settings_, waiting, sends ? ClassMask{1} << outputs_[j].shown : 0);
  }
}

/// Beats that were taken in the last cycle go to their words; one that waits is completed for the next turn.
void MemorySwitchPipeClasses::form_words() {
  const unsigned next = (turn_ + 1) % params_.ports;
  IngressStage& stage = lane(next, picked_.of_class).stage;
  PortMask picked = (may_complete(next) >> picked_.of_class & 1U) != 0 ? picked_.output & stage.waiting() : 0;
  for_each_port(arrived_, [&](unsigned i) {
    const Arrival& arrival = arrivals_[i];
    Lane& to = lane(i, arrival.of_class);
    const auto beat = to.stage.accept(arrival.dest, arrival.last, now_, arrival.beat.data());
    if (beat.enters) to.probe.enter(beat.dest);
    if (i == next && arrival.of_class == picked_.of_class) picked &= ~bit(beat.dest);
  });
  arrived_ = 0;
  if (picked != 0 && !stage.has_word() && !stage.in_chain()) {
    stage.complete(static_cast<std::uint8_t>(__builtin_ctzll(picked)));
    guards_[next].serve();
  } else {
    guards_[next].pass();
  }
  if (cycle_ % tick_cycles_ != 0) return;
  for (Lane& each : lanes_) each.stage.tick();
}

void MemorySwitchPipeClasses::take_beats(const Inputs& in) {
  for_each_port(in.s_tvalid & all_ports(real_.ports), [&](unsigned i) {
    const unsigned c = ingress_.class_of(in, i);
    if ((class_ready_[c] & bit(i)) == 0) return;
    Arrival& arrival = arrivals_[i];
    arrival.last = (in.s_tlast & bit(i)) != 0;
    arrival.of_class = c;
    ingress_.take(i, c, arrival.last);
    const auto beat = arrival.framing.take(in.s_tdest[i], arrival.last, false);
    if (!beat.keep) return;
    arrived_ |= bit(i);
    arrival.dest = beat.destination;
    std::copy_n(&in.s_tdata[std::size_t{i} * params_.beat_stride()], params_.beat_stride(),
                arrival.beat.begin());
    occupancy_.add(beat.destination, 1, beat.first ? 1 : 0);
  });
}

}  // namespace xb::twin
