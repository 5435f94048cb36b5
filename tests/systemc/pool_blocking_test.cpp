// SPDX-License-Identifier: Apache-2.0
// Pool blocking, straight from its definition (docs/measures.md): by hand, and against a plain model that
// looks at the ports and at what the memories hold. The model also says who is admitted under each rule of
// sharing.
#include <cmath>
#include <deque>
#include <utility>

#include "systemc/switch_input.h"
#include "systemc/switch_output.h"
#include "systemc/switch_shared.h"
#include "tests/catch.h"
#include "tests/systemc/switch_stimulus.h"
#include "tests/systemc/voq_twins.h"

using namespace xb::twin;

namespace {

struct Flags {
  PortMask pool = 0;
  std::array<unsigned, kMaxPorts> by{};

  void set(unsigned input, unsigned output) {
    pool |= bit(input);
    by[input] = output;
  }
};

template <class Switch>
void require_flags(const Switch& sw, const Flags& expected) {
  REQUIRE(sw.pool() == expected.pool);
  for_each_port(expected.pool, [&](unsigned i) { REQUIRE(sw.pool_by(i) == expected.by[i]); });
}

/// Beats or words per output, and what follows from them.
using Held = std::vector<std::uint32_t>;

unsigned other_with_most(const Held& held, unsigned output) {
  unsigned most = output == 0 ? 1 : 0;
  for (unsigned j = 0; j < held.size(); ++j) {
    if (j != output && held[j] > held[most]) most = j;
  }
  return most;
}

std::uint32_t sum(const Held& held) {
  std::uint32_t all = 0;
  for (const auto h : held) all += h;
  return all;
}

double alpha_of(const Settings& s) { return std::pow(2.0, s.alpha - 3.0); }

/// A memory of `depth` beats, of which `mine` and `others` are held, takes a packet under the rule.
bool has_room(const Settings& s, unsigned ports, std::uint32_t mine, std::uint32_t others) {
  if (mine + others + s.packet_beats > s.depth) return false;
  if (s.sharing == Sharing::Partition) return mine + s.packet_beats <= s.depth / ports;
  return s.sharing != Sharing::Dynamic || mine < alpha_of(s) * (s.depth - mine - others);
}

/// Which output is in the middle of a packet, and of which input; -1: of none. Data say the input.
template <class Switch>
struct Middles {
  explicit Middles(unsigned ports) : of(ports, -1) {}
  void look(const Switch& sw, PortMask m_tready) {
    for_each_port(sw.m_tvalid() & m_tready, [&](unsigned j) {
      of[j] = sw.m_side(j).last ? -1 : static_cast<int>(*sw.m_tdata(j) >> 56U);
    });
  }
  std::vector<int> of;
};

/// The model of a switch whose inputs have a memory each.
template <class Switch>
class InputMemories {
 public:
  InputMemories(unsigned ports, const Settings& settings)
      : ports_(ports),
        settings_(settings),
        fifo_(ports, Held(ports)),
        refused_(ports),
        cause_(ports),
        blame_(ports),
        drops_(std::size_t{ports} * ports),
        middles_(ports) {}

  Flags cycle(const Switch& sw, const SwitchStimulus& stimulus) {
    Flags flags;
    const Inputs& in = stimulus.in;
    std::vector<unsigned> kept;
    for_each_port(in.s_tvalid, [&](unsigned i) {
      const TestBeat& beat = stimulus.beat(i);
      const Held memory = held(sw, i);
      const std::uint32_t mine = memory[beat.dest];
      if ((sw.s_tready() & bit(i)) == 0) {
        const int middle = middles_.of[beat.dest];
        const bool free = (in.m_tready & ~sw.m_tvalid() & bit(beat.dest)) != 0 &&
                          (middle < 0 || middle == static_cast<int>(i));
        if (mine == 0 && sum(memory) != 0 && free) flags.set(i, other_with_most(memory, beat.dest));
        return;
      }
      if (beat.first) {
        refused_[i] = settings_.drop && !has_room(settings_, ports_, mine, sum(memory) - mine);
        cause_[i] = has_room(settings_, ports_, mine, 0);
        blame_[i] = other_with_most(memory, beat.dest);
      }
      if (refused_[i] && cause_[i]) flags.set(i, blame_[i]);
      if (refused_[i] && beat.last) ++drops_[i * ports_ + beat.dest];
      if (!refused_[i]) kept.push_back(i);
    });
    middles_.look(sw, in.m_tready);
    for_each_port(sw.m_tvalid() & in.m_tready, [&](unsigned j) { --fifo_[*sw.m_tdata(j) >> 56U][j]; });
    for (const unsigned i : kept) ++fifo_[i][stimulus.beat(i).dest];
    return flags;
  }
  /// Packets discarded at an input, for an output or for all.
  [[nodiscard]] std::uint32_t drops(unsigned input, unsigned output) const {
    return drops_[input * ports_ + output];
  }

 private:
  /// A FIFO's content follows from the handshake; of the others only the switch knows what has left the
  /// memory.
  Held held([[maybe_unused]] const Switch& sw, unsigned i) const {
    if constexpr (std::is_same_v<Switch, SwitchInput>) {
      return fifo_[i];
    } else {
      Held memory(ports_);
      for (unsigned j = 0; j < ports_; ++j) memory[j] = sw.memory_beats(i, j);
      return memory;
    }
  }

  unsigned ports_;
  Settings settings_;
  std::vector<Held> fifo_;
  std::vector<bool> refused_, cause_;
  std::vector<unsigned> blame_;
  std::vector<std::uint32_t> drops_;
  Middles<Switch> middles_;
};

/// The model of a shared memory: words that are complete in an input's stage, and what becomes of them at its
/// turns, where that is decided for whole packets.
template <class Switch>
class SharedMemory {
 public:
  SharedMemory(unsigned ports, const Settings& settings)
      : ports_(ports), settings_(settings), inputs_(ports), middles_(ports) {
    need_ = std::max(1U, (settings.packet_beats + 2 * ports - 1) / (2 * ports));
    for (Input& input : inputs_) input.waiting.resize(ports);
  }

  Flags cycle(const Switch& sw, const SwitchStimulus& stimulus) {
    const Inputs& in = stimulus.in;
    const unsigned turn = cycle_ % ports_;
    const Held held = words(sw);
    Flags flags;
    const bool goes =
        !inputs_[turn].words.empty() && fate(sw, inputs_[turn].words.front(), inputs_[turn]) != 'w';
    for (unsigned i = 0; i < ports_; ++i) {
      Input& input = inputs_[i];
      const bool waits = input.crowded && !(i == turn && goes);
      const unsigned dest = waits ? input.words.front().dest : 0;
      const bool free = (in.m_tready & ~sw.m_tvalid() & bit(dest)) != 0 && middles_.of[dest] < 0;
      if (input.owed != 0 || (waits && free)) flags.set(i, input.blame);
      if (input.owed != 0) --input.owed;
    }
    take_turn(sw, inputs_[turn]);
    for_each_port(in.s_tvalid & sw.s_tready(), [&](unsigned i) { pack(inputs_[i], stimulus.beat(i)); });
    const unsigned next = (turn + 1) % ports_;
    complete_one(inputs_[next], held, static_cast<unsigned>((next + cycle_ / ports_) % ports_));
    if (cycle_++ % tick_ == 0) {
      for (Input& input : inputs_) {
        for (Word& word : input.waiting) word.ticks += word.beats != 0 ? 1 : 0;
      }
    }
    middles_.look(sw, in.m_tready);
    return flags;
  }

 private:
  struct Word {
    unsigned dest = 0, beats = 0;
    bool first = true, last = false;
    bool shared = false;  // holds a whole packet
    unsigned ticks = 0;   // that it has waited for
  };
  struct Input {
    std::deque<Word> words;
    std::vector<Word> waiting;  // per output, for packets
    Word making;
    bool in_packet = false;
    unsigned before = 0;  // beats of the word before the packet
    bool crowded = false, discarding = false, cause = false;
    unsigned owed = 0, blame = 0;
  };

  Held words(const Switch& sw) const {
    Held held(ports_);
    for (unsigned j = 0; j < ports_; ++j) held[j] = sw.queue_words(j);
    return held;
  }
  /// A queue's first word is its own; `pool`: what the queues take of the rest.
  bool admits(const Word& word, std::uint32_t mine, std::uint32_t pool) const {
    const std::uint32_t limit = settings_.depth / (2 * ports_);
    const std::uint32_t excess = mine == 0 ? 0 : mine - 1;
    const std::uint32_t part = settings_.sharing == Sharing::Partition ? limit / ports_ : limit;
    const std::uint32_t need = std::min(need_ + (word.shared && !word.last ? 1 : 0), part + 1);
    const std::uint32_t added = need - (mine == 0 ? 1 : 0);
    if (added == 0) return true;
    if (settings_.sharing == Sharing::Partition) return excess + added <= part;
    if (pool + added > limit) return false;
    return settings_.sharing != Sharing::Dynamic || excess < alpha_of(settings_) * (limit - pool);
  }
  /// Written, discarded, or left to wait.
  char fate(const Switch& sw, const Word& word, const Input& input) const {
    if (!word.first) return input.discarding ? 'd' : 'k';
    std::uint32_t pool = 0;
    for (const auto n : words(sw)) pool += n == 0 ? 0 : n - 1;
    if (admits(word, sw.queue_words(word.dest), pool)) return 'k';
    return settings_.drop ? 'd' : 'w';
  }
  void take_turn(const Switch& sw, Input& input) {
    input.crowded = false;
    if (input.words.empty()) return;
    const Word word = input.words.front();
    const char what = fate(sw, word, input);
    const std::uint32_t mine = sw.queue_words(word.dest);
    if (what == 'w') {
      input.crowded = mine == 0;
      if (input.crowded) input.blame = other_with_most(words(sw), word.dest);
      return;
    }
    input.discarding = what == 'd';
    if (word.first) input.cause = admits(word, mine, mine == 0 ? 0 : mine - 1);
    if (word.first && what == 'd' && input.cause) input.blame = other_with_most(words(sw), word.dest);
    if (input.discarding && input.cause) input.owed += word.beats;
    input.words.pop_front();
  }
  void pack(Input& input, const TestBeat& beat) {
    Word& word = input.making;
    if (!input.in_packet) {
      word = std::exchange(input.waiting[beat.dest], Word{});
      word.dest = beat.dest;
      input.before = word.beats;
    }
    input.in_packet = !beat.last;
    ++word.beats;
    word.last = beat.last;
    const bool no_room = !word.first || 2 * word.beats - input.before >= 2 * ports_;
    if (word.beats == 2 * ports_ || (beat.last && no_room)) {
      input.words.push_back(word);
      word = {beat.dest, 0, false};
    } else if (beat.last) {
      word.shared = true;
      input.waiting[beat.dest] = word;
    }
  }
  /// For its next turn, if it has no word: the first from an output on that is hungry or has waited long.
  void complete_one(Input& input, const Held& held, unsigned from) {
    if (!input.words.empty() || (input.in_packet && !input.making.first)) return;
    for (unsigned k = 0; k < ports_; ++k) {
      Word& word = input.waiting[(from + k) % ports_];
      if (word.beats == 0 || (held[word.dest] > 1 && word.ticks < 2)) continue;
      input.words.push_back(std::exchange(word, Word{}));
      return;
    }
  }

  unsigned ports_;
  Settings settings_;
  std::uint32_t need_;
  unsigned tick_ = ports_ == 2 ? 16 : ports_ == 3 ? 64 : 128;  // a power of two, 4 * ports^2 or more
  std::vector<Input> inputs_;
  Middles<Switch> middles_;
  std::uint64_t cycle_ = 1;  // the first one takes the settings over
};

struct Case {
  unsigned ports, max_length;
  bool store_forward, drop;
  Sharing sharing;
};

Settings settings_of(const Case& c, std::uint32_t depth) {
  Settings s;
  s.depth = depth;
  s.store_forward = c.store_forward;
  s.drop = c.drop;
  s.packet_beats = c.max_length;
  s.sharing = c.sharing;
  s.alpha = static_cast<std::uint8_t>(1 + c.ports);
  s.window = 3;
  s.iterations = 2;
  s.output_depth = 3;
  return s;
}

/// Runs switch and model; returns the cycles flagged.
template <class Switch, class Model>
std::uint64_t compare(const Case& c, const Settings& settings, Model& model) {
  Switch sw({c.ports, 1, 4096});
  SwitchStimulus stimulus(c.ports, c.max_length, 6, settings);
  sw.step(stimulus.in);
  std::uint64_t flagged = 0;
  for (unsigned n = 0; n < 5000; ++n) {
    stimulus.drive(95, n / 1000 % 2 == 0 ? 60 : 25);
    const Flags expected = model.cycle(sw, stimulus);
    const PortMask taken = stimulus.in.s_tvalid & sw.s_tready();
    sw.step(stimulus.in);
    stimulus.taken(taken);
    require_flags(sw, expected);
    flagged += static_cast<unsigned>(__builtin_popcountll(expected.pool));
  }
  if constexpr (std::is_same_v<Model, InputMemories<Switch>>) {
    for (unsigned q = 0; q < sw.queues(); ++q) {
      std::uint32_t drops = 0;
      for (unsigned j = 0; j < c.ports; ++j) {
        if (sw.queues() == c.ports || q % c.ports == j)
          drops += model.drops(sw.queues() == c.ports ? q : q / c.ports, j);
      }
      REQUIRE(sw.drop_full(q) == drops);
    }
  }
  return flagged;
}

Case any_case() {
  const unsigned ports = GENERATE(2U, 3U, 5U);
  const unsigned max_length = GENERATE(1U, 5U, 12U);
  const bool store_forward = GENERATE(false, true);
  const bool drop = GENERATE(false, true);
  const Sharing sharing = GENERATE(Sharing::Complete, Sharing::Partition, Sharing::Dynamic);
  return {ports, max_length, store_forward, drop, sharing};
}

/// One switch of two ports, whose output 0 is stuck, fed by input 0 with packets of one beat.
template <class Switch>
class Hand {
 public:
  explicit Hand(bool drop, std::uint32_t depth) : sw_({2, 1, 64}) {
    in_.settings.depth = depth;
    in_.settings.drop = drop;
    in_.settings.window = 2;
    in_.settings.output_depth = 1;
    in_.m_tready = bit(1);
    in_.s_tdest = dest_;
    in_.s_tdata = data_;
    sw_.step(in_);
  }
  /// Offers such a packet for a cycle.
  Hand& offer(std::uint8_t dest) {
    dest_[0] = dest;
    in_.s_tvalid = in_.s_tlast = in_.s_tuser = bit(0);
    sw_.step(in_);
    in_.s_tvalid = 0;
    return *this;
  }
  Hand& wait(unsigned cycles) {
    for (; cycles > 0; --cycles) sw_.step(in_);
    return *this;
  }
  Switch& sw() { return sw_; }
  Inputs in_;

 private:
  Switch sw_;
  std::uint8_t dest_[2] = {};
  std::uint64_t data_[2] = {};
};

}  // namespace

TEMPLATE_TEST_CASE("a memory full of packets for a stuck output blocks one for an idle output", "[systemc]",
                   SwitchInput, XB_VOQ_TWINS) {
  const bool drop = GENERATE(false, true);
  CAPTURE(drop);
  Hand<TestType> hand(drop, 4);
  // Up to 3 beats and a crosspoint's go on to the output; then 4 fill the memory.
  for (unsigned n = 0; n < 12; ++n) hand.wait(4).offer(0);
  CHECK(hand.sw().pool() == 0);  // for output 0 itself there is no room on its own account
  hand.offer(1);
  CHECK(hand.sw().pool() == bit(0));
  CHECK(hand.sw().pool_by(0) == 0);
  CHECK(hand.sw().hol_flags(0).victims == 0);
  hand.wait(1);
  CHECK(hand.sw().pool() == 0);  // nothing is on offer
  if (drop) return;
  hand.in_.m_tready = 0;
  hand.offer(1);
  CHECK(hand.sw().pool() == 0);  // its own output is not ready
}

TEST_CASE("behind the head it is head-of-line blocking, before the memory pool blocking", "[systemc]") {
  Hand<SwitchInput> hand(false, 4);
  for (const std::uint8_t dest : {0, 0, 0, 1}) hand.offer(dest);
  hand.offer(1);
  CHECK(hand.sw().pool() == 0);  // a packet for output 1 is there
  CHECK(hand.sw().hol_flags(0).victims == bit(1));
}

TEST_CASE("under a partition a stuck output keeps no other packet out", "[systemc]") {
  Hand<SwitchVoq> hand(true, 4);
  hand.in_.settings.sharing = Sharing::Partition;
  for (unsigned n = 0; n < 12; ++n) hand.wait(4).offer(0);
  CHECK(hand.sw().memory_beats(0, 0) == 2);
  CHECK(hand.sw().pool() == 0);
  hand.offer(1);
  CHECK(hand.sw().pool() == 0);
  CHECK(hand.sw().memory_beats(0, 1) == 1);
  hand.wait(4);
  CHECK(hand.sw().occupancy().beats(1) == 0);  // it has come through
}

TEMPLATE_TEST_CASE("the pool flags of an input's memory are those of their definition",
                   "[systemc][unsanitized]", SwitchInput, XB_VOQ_TWINS) {
  const Case c = any_case();
  const std::uint32_t extra = GENERATE(0U, 7U, 48U);
  const std::uint32_t depth =
      c.max_length * (c.drop && c.sharing == Sharing::Partition ? c.ports : 1) + extra;
  CAPTURE(c.ports, c.max_length, c.store_forward, c.drop, static_cast<int>(c.sharing), depth);
  if ((std::is_same_v<TestType, SwitchInput> || !c.drop) && c.sharing != Sharing::Complete) return;  // unused
  const Settings settings = settings_of(c, depth);
  InputMemories<TestType> model(c.ports, settings);
  const std::uint64_t flagged = compare<TestType>(c, settings, model);
  if (extra == 0 && c.sharing == Sharing::Complete) CHECK(flagged > 0);
  if (c.sharing == Sharing::Partition) CHECK(flagged == 0);
}

TEST_CASE("the pool flags of a shared memory are those of their definition", "[systemc]") {
  const Case c = any_case();
  if (!c.drop && !c.store_forward) return;  // never: below
  // Packets of one word and of two, or more, and a pool of little more than one of them.
  const std::uint32_t word = 2 * c.ports;
  const Case longer{c.ports, c.max_length * c.ports, c.store_forward, c.drop, c.sharing};
  const Settings settings = settings_of(
      longer, word * (longer.max_length / word + 2) * (c.sharing == Sharing::Partition ? c.ports : 1));
  CAPTURE(c.ports, longer.max_length, c.store_forward, c.drop, static_cast<int>(c.sharing));
  SharedMemory<SwitchShared> model(c.ports, settings);
  const std::uint64_t flagged = compare<SwitchShared>(longer, settings, model);
  if (c.sharing == Sharing::Partition || longer.max_length <= word) return;
  if (c.sharing == Sharing::Complete) CHECK(flagged > 0);
}

TEST_CASE("a queue's own word keeps cut-through packets of a shared memory from pool blocking", "[systemc]") {
  const Case c{3, 20, false, false, Sharing::Complete};
  SwitchShared sw({c.ports, 1, 64});
  SwitchStimulus stimulus(c.ports, c.max_length, 6, settings_of(c, 12));
  for (unsigned n = 0; n < 5000; ++n) {
    stimulus.drive(95, 30);
    const PortMask taken = stimulus.in.s_tvalid & sw.s_tready();
    sw.step(stimulus.in);
    stimulus.taken(taken);
    REQUIRE(sw.pool() == 0);
  }
}

TEST_CASE("memories of their own know no pool blocking", "[systemc]") {
  const bool store_forward = GENERATE(false, true);
  const bool drop = GENERATE(false, true);
  const Case c{3, 20, store_forward, drop, Sharing::Complete};
  SwitchOutput sw({c.ports, 1, 64});
  SwitchStimulus stimulus(c.ports, c.max_length, 6, settings_of(c, 24));
  std::uint32_t refused = 0;
  for (unsigned n = 0; n < 5000; ++n) {
    stimulus.drive(95, 30);
    const PortMask taken = stimulus.in.s_tvalid & sw.s_tready();
    sw.step(stimulus.in);
    stimulus.taken(taken);
    REQUIRE(sw.pool() == 0);
    refused += sw.blocked() != 0 ? 1 : 0;
  }
  CHECK(refused + sw.drop_full(0) > 0);
}
