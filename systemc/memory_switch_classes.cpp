// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory_switch_classes.h"

#include <algorithm>
#include <utility>

#include "systemc/settings.h"

namespace xb::twin {

MemorySwitchClasses::MemorySwitchClasses(const Params& params, bool per_output)
    : MemorySwitchClasses(params, SharingPolicy(params, per_output)) {}

MemorySwitchClasses::MemorySwitchClasses(const Params& params, SharingPolicy admission)
    : params_(params),
      admission_(std::move(admission)),
      lists_(params.ports, params.beat_words(), params.classes),
      flags_(params.ports),
      occupancy_(params.ports),
      tick_cycles_(IngressStage::tick_cycles(params.ports, params.classes)) {
  reset();
}

void MemorySwitchClasses::reset() {
  settings_ = {};
  asked_.reset();
  admission_.set(settings_);
  admission_.reset();
  evicted_ = 0;
  lists_.reset();
  lanes_.assign(
      std::size_t{params_.ports} * params_.classes,
      Lane{{IngressStage(params_.ports, params_.beat_words(), params_.count_start, params_.classes > 1)}});
  outputs_.assign(params_.ports, Output{ClassService(params_.classes), std::vector<Stage>(params_.classes)});
  for (Output& output : outputs_) output.drops = params_.count_start;
  flags_.assign(params_.ports, HolFlags{});
  guards_.assign(params_.ports, StarvationGuard{});
  occupancy_.reset();
  now_ = params_.count_start;
  turn_ = round_ = class_turn_ = landing_beats_ = 0;
  class_ready_ = {};
  stopped_ = m_tvalid_ = blocked_ = idle_with_work_ = 0;
  m_marks_ = {};
  left_over_ = left_before_ = 0;
}

PortMask MemorySwitchClasses::s_tready() const {
  PortMask ready = ~PortMask{0};
  for (unsigned c = 0; c < params_.classes; ++c) ready &= class_ready_[c];
  return ready;
}

std::uint32_t MemorySwitchClasses::drop_misrouted(unsigned input) const {
  std::uint32_t packets = params_.count_start;
  for (unsigned c = 0; c < params_.classes; ++c)
    packets += lane(input, c).stage.misrouted_packets() - params_.count_start;
  return packets;
}

bool MemorySwitchClasses::is_busy(unsigned output) const {
  bool busy = outputs_[output].staged != 0;
  for (unsigned c = 0; !busy && c < params_.classes; ++c) busy = !lists_.empty(queue(output, c));
  return busy;
}

void MemorySwitchClasses::step(const Inputs& in) {
  // All decisions look at this cycle's state: the write's before the read's effects, and the read's before
  // it.
  const unsigned next = turn_ + 1 == params_.ports ? 0 : turn_ + 1;
  const auto hungry = hungry_outputs(next);
  const Turn turn = decide_turn(turn_);
  observe(in.m_tready, turn_, turn);
  for (unsigned c = 0; c < params_.classes; ++c) lane(turn_, c).refused = (turn.refused >> c & 1U) != 0;
  const auto chosen = choose(turn_);
  drop_heads(!chosen);
  charge(in.m_tready);
  const std::uint32_t read_beats = read(turn_, chosen);
  if (turn.fate == Fate::Write) write(turn_, turn.of_class);
  if (turn.fate == Fate::Discard) discard(turn_, turn.of_class);

  for_each_port(m_tvalid_ & in.m_tready, [&](unsigned j) { deliver(j); });
  for_each_port(in.s_tvalid, [&](unsigned i) {
    if ((class_ready_[class_of(in, i)] & bit(i)) != 0) accept(i, in);
  });
  complete_waiting(next, hungry);
  if (now_ % tick_cycles_ == 0) {
    for (Lane& lane : lanes_) lane.stage.tick();
  }
  land(read_beats, turn_, chosen.value_or(0));
  stop(in);
  configure(in.settings);
  ++now_;
  turn_ = next;
  // Outputs go on in the order of completion when all classes had their turn.
  if (next == 0 && ++class_turn_ == params_.classes) {
    class_turn_ = 0;
    round_ = round_ + 1 == params_.ports ? 0 : round_ + 1;
  }
  for (unsigned c = 0; c < params_.classes; ++c) {
    class_ready_[c] = 0;
    for (unsigned i = 0; i < params_.ports; ++i) class_ready_[c] |= PortMask{is_ready(lane(i, c))} << i;
  }
}

void MemorySwitchClasses::configure(const Settings& asked) {
  if (asked_ == asked) return;
  asked_ = asked;
  settings_ = bounded(asked, params_);
  admission_.set(settings_);
  if (settings_.service != Service::Strict) return;
  for (Output& output : outputs_) output.service.reset();
}

MemorySwitchClasses::Fate MemorySwitchClasses::decide(const Lane& lane, unsigned c) const {
  if (!lane.stage.has_word()) return Fate::None;
  const bool drops = settings_.drop && (params_.held_off >> c & 1U) == 0;
  return lane.decide(admission_, lists_, queue(lane.stage.word().dest, c), drops);
}

/// Packets of others may go so that one that begins is written.
bool MemorySwitchClasses::make_room(const Lane& lane, unsigned c) {
  const auto& word = lane.stage.word();
  if (!word.first || !admission_.pushes_out()) return false;
  const unsigned q = queue(word.dest, c);
  const std::uint32_t words = admission_.packet_words(word.shared_on());
  while (!admission_.admits(q, words)) {
    const auto loser = admission_.loser(q, [&](unsigned other) { return lists_.has_whole(other); });
    if (!loser) return false;
    admission_.commit(*loser, 0U - evict(*loser));
  }
  return true;
}

/// The first packets of the queue that are whole, and of which nothing is read, go: those of a chain. Returns
/// its words, which are not free yet; 0: there is no such chain.
std::uint32_t MemorySwitchClasses::evict(unsigned queue) {
  const std::uint32_t chain = lists_.take_whole(queue);
  if (chain == PacketLists::kNone) return 0;
  const auto& stored = lists_[chain];
  const std::uint32_t packets = 1 + stored.begins.size();
  const unsigned output = queue % params_.ports;
  lose(output, stored.in, packets);
  if (!is_busy(output)) left_over_ &= ~bit(output);
  lists_.release(chain);
  return (stored.in + 2 * params_.ports - 1) / (2 * params_.ports);
}

/// Beats of packets that were in memory are gone, and with them so many packets.
void MemorySwitchClasses::lose(unsigned output, std::uint32_t beats, std::uint32_t packets) {
  outputs_[output].drops += packets;
  evicted_ += packets;
  occupancy_.add(output, 0U - beats, 0U - packets);
}

/// Queues over their threshold lose the packets behind their heads, those of a chain, word by word.
void MemorySwitchClasses::drop_heads(bool idle) {
  const std::uint32_t word_beats = 2 * params_.ports;
  const auto take = [&](unsigned q) -> std::uint32_t {
    const std::uint32_t chain = lists_.take_behind_head(q);
    if (chain == PacketLists::kNone) return 0;
    dropping_ = chain;
    return (lists_[chain].in + word_beats - 1) / word_beats;
  };
  const auto lose_word = [&](unsigned q) {
    auto& chain = lists_[dropping_];
    const std::uint32_t beats = std::min(word_beats, chain.in - chain.out);
    chain.out += beats;
    std::uint32_t packets = chain.out == chain.in ? 1 : 0;
    for (; !chain.begins.empty() && chain.begins.front().at <= chain.out; chain.begins.pop()) ++packets;
    lose(q % params_.ports, beats, packets);
    if (chain.out == chain.in) lists_.release(dropping_);
  };
  admission_.reclaim(turn_, idle, take, lose_word);
}

/// The highest class whose word can leave the stage.
MemorySwitchClasses::Turn MemorySwitchClasses::decide_turn(unsigned input) {
  Turn turn;
  for (unsigned c = 0; c < params_.classes; ++c) {
    const Fate fate = decide(lane(input, c), c);
    turn.refused |= ClassMask{fate == Fate::Wait} << c;
    if (fate != Fate::Write && fate != Fate::Discard) continue;
    turn.of_class = c;
    turn.fate = fate;
  }
  if (turn.fate == Fate::Discard && make_room(lane(input, turn.of_class), turn.of_class))
    turn.fate = Fate::Write;
  return turn;
}

/// Flags of the cycle, which describe the heads refused at the turns before. `input` has its turn.
void MemorySwitchClasses::observe(PortMask m_tready, unsigned input, Turn turn) {
  PortMask idle_ready = m_tready;
  for_each_port(m_tready & all_ports(params_.ports), [&](unsigned j) {
    if (is_busy(j)) idle_ready &= ~bit(j);
  });
  blocked_ = 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    flags_[i] = {};
    for (unsigned c = params_.classes; c-- > 0;) {
      Lane& at = lane(i, c);
      const bool leaves = i == input && turn.fate != Fate::None && turn.of_class == c;
      if (!at.refused || leaves || flags_[i].blocked) continue;
      const std::uint8_t dest = at.stage.word().dest;
      at.probe.observe(true, false, dest, idle_ready & ~bit(dest));
      flags_[i] = at.probe.flags();
      blocked_ |= bit(i);
    }
  }
  const PortMask landing = behind_ | (landing_beats_ != 0 ? bit(landing_output_) : 0);
  // The first word of a busy period on its way is not idleness: the way is the same in an empty switch.
  idle_with_work_ = m_tready & ~m_tvalid_ & left_over_ & ~(landing & ~left_before_);
}

void MemorySwitchClasses::write(unsigned input, unsigned c) {
  Lane& from = lane(input, c);
  const unsigned q = queue(from.stage.word().dest, c);
  from.write(admission_, lists_, input, q, settings_.store_forward, now_);
}

void MemorySwitchClasses::discard(unsigned input, unsigned c) {
  const auto word = lane(input, c).discard(now_);
  outputs_[word.dest].drops += word.packets;
  occupancy_.add(word.dest, 0U - word.beats, 0U - word.packets);
}

/// The class of which a packet is read in part, that on offer first; as a set of one or none. There are
/// others where one was passed over.
ClassMask MemorySwitchClasses::under_way(const Output& output) {
  const ClassMask reading = output.reading & ~output.passed_over();
  const ClassMask shown = reading & ClassMask{1} << output.shown;
  return shown != 0 ? shown : reading & -reading;
}

/// Beats that go before the word that is read next: none of other classes where it goes on with the packet on
/// offer. The packet under way may also come after one of its class, and packets of others between the two.
std::uint32_t MemorySwitchClasses::staged_ahead(const Output& output) {
  const Stage& shown = shown_stage(output);
  if (under_way(output) == ClassMask{1} << output.shown && shown.chains.size() == 1) return shown.staged;
  std::uint32_t beats = output.staged;
  for_each_port(output.passed_over(), [&](unsigned c) { beats -= output.stages[c].staged; });
  return beats;
}

/// Classes of which the output may read a word now.
ClassMask MemorySwitchClasses::readable(unsigned output) {
  ClassMask classes = 0;
  for (unsigned c = 0; c < params_.classes; ++c) {
    const unsigned q = queue(output, c);
    if (lists_.readable(q, static_cast<std::uint32_t>(now_), settings_.route_delay) == 0) continue;
    lists_.list(q).eligible = true;
    classes |= ClassMask{1} << c;
  }
  const Output& from = outputs_[output];
  const ClassMask reading = under_way(from);
  return classes & (reading != 0 ? reading : ~from.passed_over());
}

ClassYield::Words MemorySwitchClasses::words(unsigned output) const {
  const std::uint32_t staged = staged_ahead(outputs_[output]);
  ClassYield::Words of{0, 0, staged <= params_.ports + 1};
  for (unsigned c = 0; c < params_.classes; ++c) {
    const auto beats =
        lists_.readable(queue(output, c), static_cast<std::uint32_t>(now_), settings_.route_delay);
    if (beats == 0 || (outputs_[output].passed_over() >> c & 1U) != 0) continue;
    of.open |= ClassMask{1} << c;
    of.lasting |= ClassMask{ClassYield::lasts(params_.ports, staged, beats)} << c;
  }
  return of;
}

/// The class of which the output reads a word; nothing: it may not, or there is none.
std::optional<unsigned> MemorySwitchClasses::choose(unsigned output) {
  // Just in time: what is staged does not last until the word of the next turn would be on offer; or, within
  // a packet, until that of the turn after it, which a short word read in the next turn would have to bridge.
  const Output& from = outputs_[output];
  const ClassMask classes = readable(output);
  if (classes == 0) return {};
  const std::uint32_t staged = staged_ahead(from);
  if (under_way(from) != 0) {
    const auto reading = static_cast<unsigned>(__builtin_ctz(classes));
    const auto& packet = lists_[lists_.list(queue(output, reading)).head];
    const std::uint32_t beats = std::min(packet.in - packet.out, 2 * params_.ports);
    if (staged > params_.ports + 1 && staged + beats > 2 * params_.ports + 1) return {};
    return reading;
  }
  ClassYield::Words of{classes, 0, staged <= params_.ports + 1};
  if (params_.classes > 1) of.lasting = words(output).lasting & classes;
  if (!of.needed && of.lasting == 0) return {};
  const ClassMask open = from.yield.choice(of);
  return 31U - static_cast<unsigned>(__builtin_clz(open & from.service.allowed(settings_, open)));
}

/// Clock edge of what serves classes by weight: they are charged for what is delivered in this cycle.
void MemorySwitchClasses::charge(PortMask m_tready) {
  if (settings_.service == Service::Strict) return;
  for (unsigned j = 0; j < params_.ports; ++j) {
    Output& output = outputs_[j];
    ClassMask waiting = 0;
    for (unsigned c = 0; c < params_.classes; ++c) waiting |= ClassMask{!lists_.empty(queue(j, c))} << c;
    waiting &= ~output.passed_over();
    const bool sends = (m_tvalid_ & m_tready & bit(j)) != 0;
    output.service.clock(settings_, waiting, sends ? ClassMask{1} << output.shown : 0);
  }
}

/// Reads a word of the class. Returns its beats, or 0.
std::uint32_t MemorySwitchClasses::read(unsigned output, std::optional<unsigned> of_class) {
  left_before_ = (left_before_ & ~bit(output)) | (left_over_ & bit(output));
  std::uint32_t beats = 0;
  if (of_class) {
    beats =
        lists_.readable(queue(output, *of_class), static_cast<std::uint32_t>(now_), settings_.route_delay);
    Output& from = outputs_[output];
    const bool is_short = beats < params_.ports;
    from.yield.read(*of_class, is_short, is_short ? words(output) : ClassYield::Words{},
                    under_way(from) == 0);
    read_word(output, *of_class, beats);
  }
  admission_.turn(output, of_class.value_or(0), beats);
  left_over_ = readable(output) != 0 ? left_over_ | bit(output) : left_over_ & ~bit(output);
  return beats;
}

/// Those beats of a class go to its stage. Says whether they end a chain.
bool MemorySwitchClasses::read_word(unsigned output, unsigned c, std::uint32_t beats) {
  Output& to = outputs_[output];
  Stage& stage = to.stages[c];
  const unsigned q = queue(output, c);
  const std::uint32_t packet = lists_.list(q).head;
  if (lists_[packet].out == 0) stage.chains.push({packet, to.chains++});
  stage.staged += beats;
  to.staged += beats;
  admission_.commit(q, ~0U);
  const bool ends = lists_.read(q, beats);
  to.filled |= ClassMask{1} << c;
  to.reading = (to.reading & ~(ClassMask{1} << c)) | ClassMask{!ends} << c;
  return ends;
}

/// A word whose read begins in cycle t is on offer from cycle t + 2 on.
void MemorySwitchClasses::land(std::uint32_t read_beats, unsigned output, unsigned c) {
  if (landing_beats_ != 0) {
    outputs_[landing_output_].stages[landing_class_].shown += landing_beats_;
    if ((m_tvalid_ & bit(landing_output_)) == 0) show_front(landing_output_);
  }
  landing_beats_ = read_beats;
  landing_output_ = output;
  landing_class_ = c;
}

/// The packet that has begun goes on, or that on offer; else that which was read first of those that may
/// begin.
void MemorySwitchClasses::show_front(unsigned output) {
  Output& from = outputs_[output];
  const bool offers = (m_tvalid_ & bit(output)) != 0 && (from.stopped >> from.shown & 1U) == 0;
  if (!offers && !from.begun) {
    m_tvalid_ &= ~bit(output);
    ClassMask may = from.filled & ~from.stopped;
    if (may == 0) return;
    const auto number = [&](unsigned c) { return from.stages[c].chains.front().number; };
    from.shown = static_cast<unsigned>(__builtin_ctz(may));
    while ((may &= may - 1) != 0) {
      const auto c = static_cast<unsigned>(__builtin_ctz(may));
      if (static_cast<std::int32_t>(number(c) - number(from.shown)) < 0) from.shown = c;
    }
  }
  mark_front(output, shown_stage(from), from.begun);
}

void MemorySwitchClasses::mark_front(unsigned output, const Stage& stage, bool begun) {
  m_tvalid_ = (m_tvalid_ & ~bit(output)) | PortMask{stage.shown != 0} << output;
  const auto& packet = lists_[stage.chains.front().packet];
  const bool last = packet.sent + 1 == packet.end();
  m_marks_.user = begun ? m_marks_.user & ~bit(output) : m_marks_.user | bit(output);
  m_marks_.last = last ? m_marks_.last | bit(output) : m_marks_.last & ~bit(output);
}

/// What outputs show in the next cycle is of classes that may begin.
void MemorySwitchClasses::stop(const Inputs& in) {
  PortMask stopped = 0;
  for (unsigned c = 0; c < params_.classes; ++c) stopped |= in.stopped(c);
  const PortMask before = std::exchange(stopped_, stopped & all_ports(params_.ports));
  for_each_port(stopped_ | before, [&](unsigned j) {
    Output& output = outputs_[j];
    output.stopped = 0;
    for (unsigned c = 0; c < params_.classes; ++c)
      output.stopped |= static_cast<ClassMask>(in.stopped(c) >> j & 1U) << c;
    show_front(j);
  });
}

void MemorySwitchClasses::deliver(unsigned output) {
  Output& to = outputs_[output];
  Stage& stage = to.stages[to.shown];
  const auto delivered = lists_.deliver(stage.chains.front().packet);
  to.begun = !delivered.last;
  occupancy_.add(output, ~0U, delivered.last ? ~0U : 0U);
  --to.staged;
  --stage.staged;
  --stage.shown;
  if (to.begun) return mark_front(output, stage, true);
  if (delivered.gone) stage.chains.pop();
  to.filled &= ~(ClassMask{stage.chains.empty()} << to.shown);
  m_tvalid_ &= ~bit(output);
  show_front(output);
}

void MemorySwitchClasses::accept(unsigned input, const Inputs& in) {
  Lane& to = lane(input, class_of(in, input));
  const std::size_t at = std::size_t{input} * params_.beat_stride();
  const bool last = (in.s_tlast & bit(input)) != 0;
  const auto beat = to.stage.accept(in.s_tdest[input], last, now_, &in.s_tdata[at]);
  if (!beat.keep) return;
  occupancy_.add(beat.dest, 1, beat.first ? 1 : 0);
  if (beat.enters) to.probe.enter(beat.dest);
}

/// A packet begins where the stage has room for all of it, up to a word: one that came in in part would hold
/// the link, which other classes share.
bool MemorySwitchClasses::is_ready(const Lane& lane) const {
  if (params_.classes == 1 || lane.stage.in_packet()) return lane.stage.ready(now_);
  const std::uint32_t pairs = settings_.packet_beats / 2 + settings_.packet_beats % 2;
  return lane.stage.ready_for(now_, std::min(pairs, params_.ports));
}

/// A class before which no lower one is served.
bool MemorySwitchClasses::goes_first(unsigned c) const {
  if (settings_.service == Service::StrictDwrr) return c + 1 == params_.classes;
  return settings_.service == Service::Strict;
}

/// Classes that may complete a word for the input's turn: they have none, nor has a higher class, nor a lower
/// one unless they are due. What the memory refused at the last turn does not count.
ClassMask MemorySwitchClasses::may_complete(unsigned input) const {
  ClassMask none = 0, words = 0;
  for (unsigned c = 0; c < params_.classes; ++c) {
    const Lane& of_class = lane(input, c);
    none |= ClassMask{!of_class.stage.has_word()} << c;
    words |= ClassMask{of_class.stage.has_word() && !of_class.refused} << c;
  }
  if (words == 0) return none;
  if (!guards_[input].due()) return 0;
  return none & ~ClassMask{0} << (32U - static_cast<unsigned>(__builtin_clz(words)));
}

/// By class, outputs for which it and the classes that go first hold no more than their queues' own words;
/// looked at only for an input that may complete a word for its turn, which is next.
std::array<PortMask, kMaxClasses> MemorySwitchClasses::hungry_outputs(unsigned input) const {
  std::array<PortMask, kMaxClasses> hungry{};
  if (may_complete(input) == 0) return hungry;
  PortMask before = all_ports(params_.ports);  // those of which no class that goes first has more
  for (unsigned c = params_.classes; c-- > 0;) {
    for (unsigned j = 0; j < params_.ports; ++j)
      hungry[c] |= PortMask{admission_.count(queue(j, c)) <= 1} << j;
    const PortMask few = hungry[c];
    hungry[c] &= before;
    if (goes_first(c)) before &= few;
  }
  return hungry;
}

/// The input's turn is next: a word that waits for further packets is completed as it is, of a class that
/// may. The classes take turns, so that short packets of a higher one, of which there is always such a word,
/// leave turns to the lower ones.
void MemorySwitchClasses::complete_waiting(unsigned input, const std::array<PortMask, kMaxClasses>& hungry) {
  const ClassMask may = may_complete(input);
  for (unsigned n = 0; n < params_.classes; ++n) {
    const unsigned c = (class_turn_ + params_.classes - n) % params_.classes;
    IngressStage& stage = lane(input, c).stage;
    if ((may >> c & 1U) == 0 || !stage.waits()) continue;
    stage.complete_waiting(hungry[c], (input + round_) % params_.ports);
    if (stage.has_word()) return guards_[input].serve();
  }
  guards_[input].pass();
}

}  // namespace xb::twin
