// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/ingress.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_ingress_stage: packs the beats of one input into pairs and these into memory words of up to
/// 2 * ports beats for one output, and holds them until the input's turn to write. A packet of `ports` beats
/// or more has words of its own, unless a shorter one was there before it.
class IngressStage {
 public:
  /// A word that is wholly in the stage. Words form a chain, which begins and ends where a packet does.
  struct Word {
    std::uint64_t tag;    ///< of the packet that begins in its first beat
    std::uint32_t stamp;  ///< cycle in which the first beat of the last packet that begins here was accepted
    std::uint8_t beats, dest;
    std::uint8_t packets;  ///< that end here
    std::uint8_t begins;   ///< packets that begin here, but for the one in its first beat
    bool first, last;      ///< of its chain
    bool alone;  ///< it has beats of one packet, and did not wait for others: its pairs count as full
    [[nodiscard]] std::uint32_t pairs() const { return (beats + 1U) / 2; }
    /// The chain goes on with a packet that shares this word with others.
    [[nodiscard]] bool shared_on() const { return packets != 0 && !last; }
  };
  /// Cycles between two ticks: a power of two, in which a word for one output and class among all is filled
  /// twice at full load.
  static std::uint32_t tick_cycles(unsigned ports, unsigned classes = 1) {
    std::uint32_t cycles = 1;
    while (cycles < 4 * ports * ports * classes) cycles *= 2;
    return cycles;
  }
  /// Slots for words, besides one for each output: a packet of its own size needs no more.
  static constexpr unsigned kSpareSlots = 4;
  /// A packet that begins within a word, after so many of its beats.
  struct Begin {
    std::uint64_t tag;
    std::uint32_t at;
  };

  /// `whole`: packets begin by ready_for(), and there is room for a word more, so that they begin wherever
  /// they would without.
  IngressStage(unsigned ports, unsigned data_words, std::uint32_t count_start = 0, bool whole = false)
      : ports_(ports),
        data_words_(data_words),
        room_((whole ? 3 : 2) * ports),
        ingress_(ports, count_start),
        open_(ports) {}

  void reset() {
    ingress_.reset();
    words_.clear();
    begins_.clear();
    payload_.clear();
    open_.assign(ports_, Open{});
    waiting_ = seen_ = overdue_ = 0;
    dest_ = 0;
    keep_ = false;
    at_ = pairs_ = slots_ = 0;
    wave_end_ = 0;
  }

  /// Room for a pair and a slot for a word, at the start of cycle `now`, if `more` beats of a word in the
  /// making have come besides. What shares a word takes slots, not pairs.
  [[nodiscard]] bool ready(std::uint64_t now, std::uint32_t more = 0) const {
    return pairs(now) + pairs_of(more) < room_ && slots_ < ports_ + kSpareSlots;
  }
  /// Room for a packet of so many pairs, of beats of one word or two, so that none of its beats has to wait.
  [[nodiscard]] bool ready_for(std::uint64_t now, std::uint32_t packet_pairs) const {
    return pairs(now) + packet_pairs <= room_ && slots_ + 2 < ports_ + kSpareSlots;
  }
  /// It may have no room before a word of it has been taken.
  [[nodiscard]] bool tight() const { return pairs_ >= ports_ || slots_ == ports_ + kSpareSlots; }
  [[nodiscard]] bool has_word() const { return !words_.empty(); }
  /// Slots that words take, complete or not.
  [[nodiscard]] unsigned slots() const { return slots_; }
  [[nodiscard]] const Word& word() const { return words_.front(); }
  /// Beats that the word in the making can take before it is complete.
  [[nodiscard]] std::uint32_t beats_missing() const { return 2 * ports_ - making().beats; }
  /// Further beats, none of them its packet's last, that neither begin or complete a word nor make the stage
  /// tight.
  [[nodiscard]] std::uint32_t beats_in_the_middle() const {
    if (!in_packet() || making().beats == 0) return 0;
    if (tight()) return beats_missing() - 1;
    const std::uint32_t beats = making().beats;
    const std::uint32_t until_tight = 2 * (ports_ - 1 - pairs_ + beats / 2U) + 1 - beats;
    return std::min(beats_missing() - 1, until_tight);
  }
  /// In the middle of a packet that is not discarded as misrouted.
  [[nodiscard]] bool in_packet() const { return ingress_.in_packet() && keep_; }
  /// Of the word in the making.
  [[nodiscard]] std::uint8_t destination() const { return dest_; }
  [[nodiscard]] std::uint32_t misrouted_packets() const { return ingress_.misrouted_packets(); }
  /// Outputs with a word that holds whole packets only, and waits for further ones.
  [[nodiscard]] PortMask waiting() const { return waiting_; }
  /// Of these, those that have waited too long.
  [[nodiscard]] PortMask overdue() const { return overdue_; }
  /// There are such words, or time passes for them.
  [[nodiscard]] bool waits() const { return (waiting_ | seen_) != 0; }

  struct Accepted {
    bool keep, first, enters;  ///< enters: a chain is there that may leave
    std::uint8_t dest;
  };
  /// Takes a beat in cycle `now`; only when ready().
  Accepted accept(std::uint8_t tdest, bool last, std::uint64_t now, const std::uint64_t* data) {
    const auto beat = ingress_.take(tdest, last, false);
    keep_ = beat.keep;
    if (!beat.keep) return {false, false, false, 0};
    if (beat.first) begin(beat.destination, *data, static_cast<std::uint32_t>(now));
    Open& open = open_[dest_];
    Word& word = open.word;
    for (unsigned w = 0; w < data_words_; ++w) open.payload.push_back(data[w]);
    slots_ += word.beats == 0 ? 1 : 0;
    pairs_ += word.beats % 2U;
    ++word.beats;
    const bool full = word.beats == 2 * ports_;
    const Accepted accepted{true, beat.first, (full || last) && word.first && word.packets == 0, dest_};
    if (last) ++word.packets;
    // After a packet the word is complete unless it has room for more than another such.
    if (full || (last && (!word.first || 2U * word.beats - at_ >= 2 * ports_))) {
      word.alone = word.begins == 0;
      pairs_ += word.alone ? word.beats % 2U : 0U - word.beats / 2U;
      word.last = last;
      close(open);
      if (!last) word.first = false;
    } else if (last) {
      pairs_ -= word.beats / 2U;
      waiting_ |= bit(dest_);
    }
    return accepted;
  }
  /// `n` further beats, not completing the word; without payload.
  void skip(std::uint32_t n) {
    pairs_ += pairs_of(n);
    Word& word = open_[dest_].word;
    if (word.beats == 0) ++slots_;
    word.beats = static_cast<std::uint8_t>(word.beats + n);
  }

  /// The input's turn is next: if no word is there for it, nor to come of a chain that has begun, one that
  /// waits is completed as it is. It is one for a `hungry` output, or one overdue, the next from output
  /// `from` on.
  void complete_waiting(PortMask hungry, unsigned from) {
    const PortMask may = waiting_ & (hungry | overdue_);
    if (may == 0 || has_word() || in_chain()) return;
    const PortMask later = may & (~PortMask{0} << from);
    complete(static_cast<std::uint8_t>(__builtin_ctzll(later != 0 ? later : may)));
  }
  /// A word for that output that waits is completed as it is.
  void complete(std::uint8_t dest) {
    Open& open = open_[dest];
    open.word.last = true;
    open.word.alone = false;
    close(open);
  }
  /// A packet is coming that goes on from a word before.
  [[nodiscard]] bool in_chain() const { return in_packet() && !making().first; }
  /// Time passes: a word that was there at the last two of these is overdue.
  void tick() {
    overdue_ |= seen_;
    seen_ |= waiting_;
  }

  /// The head word begins to leave in cycle `now`, a pair a cycle; give(w) gets each word of its payload,
  /// begin(b) each packet that begins within it.
  template <class Give, class Beginning>
  void take(std::uint64_t now, Give&& give, Beginning&& beginning) {
    const Word& word = words_.front();
    for (unsigned n = word.beats * data_words_; n > 0; --n) {
      give(payload_.front());
      payload_.pop();
    }
    for (unsigned n = word.begins; n > 0; --n) {
      beginning(begins_.front());
      begins_.pop();
    }
    if (word.alone) {
      pairs_ -= word.pairs();
      wave_end_ = now + word.pairs();
    }
    --slots_;
    words_.pop();
  }

 private:
  /// A word that is not complete. Without beats there is none.
  struct Open {
    Word word{};
    std::vector<Begin> begins;  // word.begins of them count
    std::vector<std::uint64_t> payload;
  };

  [[nodiscard]] const Word& making() const { return open_[dest_].word; }
  void begin(std::uint8_t dest, std::uint64_t tag, std::uint32_t stamp) {
    dest_ = dest;
    Open& open = open_[dest];
    Word& word = open.word;
    at_ = word.beats;
    // Whether it begins a word or goes on with one no processor can guess: both are written.
    const bool goes_on = word.beats != 0;
    if (word.begins == open.begins.size()) open.begins.emplace_back();
    Begin& begin = open.begins[word.begins];
    begin.tag = tag;
    begin.at = at_;
    word.tag = goes_on ? word.tag : tag;
    word.stamp = stamp;
    word.dest = dest;
    word.begins = static_cast<std::uint8_t>(word.begins + (goes_on ? 1 : 0));
    word.first |= !goes_on;
    word.last = word.alone = false;
    pairs_ += word.beats / 2U;
    waiting_ &= ~bit(dest);
  }
  void close(Open& open) {
    words_.push(open.word);
    for (unsigned n = 0; n < open.word.begins; ++n) begins_.push(open.begins[n]);
    for (const std::uint64_t w : open.payload) payload_.push(w);
    open.payload.clear();
    open.word.beats = open.word.packets = open.word.begins = 0;
    const PortMask others = ~bit(open.word.dest);
    waiting_ &= others;
    seen_ &= others;
    overdue_ &= others;
  }
  /// Pairs that `more` beats of the word in the making complete.
  [[nodiscard]] std::uint32_t pairs_of(std::uint32_t more) const {
    const std::uint32_t beats = making().beats;
    return (beats + more) / 2 - beats / 2U;
  }
  [[nodiscard]] std::uint32_t pairs(std::uint64_t now) const {
    return pairs_ + (wave_end_ > now ? static_cast<std::uint32_t>(wave_end_ - now) : 0);
  }

  unsigned ports_, data_words_;
  unsigned room_;  // pairs
  Ingress ingress_;
  Ring<Word> words_;
  Ring<Begin> begins_;           // of these words
  Ring<std::uint64_t> payload_;  // of these words
  std::vector<Open> open_;       // per output
  PortMask waiting_ = 0;
  PortMask seen_ = 0, overdue_ = 0;  // words that waited at the last tick, at the one before
  std::uint8_t dest_ = 0;            // of the packet in the making
  std::uint32_t at_ = 0;             // beats of its first word before it
  unsigned slots_ = 0;               // that words take, complete or not
  bool keep_ = false;                // the last beat was kept
  std::uint32_t pairs_ = 0;     // of whole words and the one in the making, without those that are leaving
  std::uint64_t wave_end_ = 0;  // cycle by which the word that leaves has left
};

}  // namespace xb::twin
