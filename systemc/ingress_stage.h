// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/containers/ring.h"
#include "systemc/ingress.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_ingress_stage: packs the beats of one input into pairs and these into memory words of up to
/// 2 * ports beats of one packet, and holds them until the input's turn to write.
class IngressStage {
 public:
  /// A word that is wholly in the stage.
  struct Word {
    std::uint64_t tag;    ///< of its packet
    std::uint32_t stamp;  ///< cycle in which its packet's first beat was accepted
    std::uint8_t beats, dest;
    bool first, last;  ///< of its packet
    [[nodiscard]] std::uint32_t pairs() const { return (beats + 1U) / 2; }
  };

  IngressStage(unsigned ports, unsigned data_words, std::uint32_t count_start = 0)
      : ports_(ports), data_words_(data_words), ingress_(ports, count_start) {}

  void reset() {
    ingress_.reset();
    words_.clear();
    payload_.clear();
    word_ = {};
    keep_ = false;
    pairs_ = 0;
    wave_end_ = 0;
  }

  /// Room for a pair, at the start of cycle `now`, if `more` beats of a word in the making have come besides.
  [[nodiscard]] bool ready(std::uint64_t now, std::uint32_t more = 0) const {
    return pairs(now) + pairs_of(more) < 2 * ports_;
  }
  /// It may have no room before a word of it has been taken.
  [[nodiscard]] bool tight() const { return pairs_ >= ports_; }
  [[nodiscard]] bool has_word() const { return !words_.empty(); }
  [[nodiscard]] const Word& word() const { return words_.front(); }
  /// Beats that the word in the making can take before it is complete.
  [[nodiscard]] std::uint32_t beats_missing() const { return 2 * ports_ - word_.beats; }
  /// Further beats, none of them its packet's last, that neither complete a word nor make the stage tight.
  [[nodiscard]] std::uint32_t beats_in_the_middle() const {
    if (!in_packet()) return 0;
    if (tight()) return beats_missing() - 1;
    const std::uint32_t until_tight = 2 * (ports_ - 1 - pairs_ + word_.beats / 2U) + 1 - word_.beats;
    return std::min(beats_missing() - 1, until_tight);
  }
  /// In the middle of a packet that is not discarded as misrouted.
  [[nodiscard]] bool in_packet() const { return ingress_.in_packet() && keep_; }
  /// Of the word in the making.
  [[nodiscard]] std::uint8_t destination() const { return word_.dest; }
  [[nodiscard]] std::uint32_t misrouted_packets() const { return ingress_.misrouted_packets(); }

  struct Accepted {
    bool keep, first, enters;  ///< enters: the packet's first word is complete
    std::uint8_t dest;
  };
  /// Takes a beat in cycle `now`; only when ready().
  Accepted accept(std::uint8_t tdest, bool last, std::uint64_t now, const std::uint64_t* data) {
    const auto beat = ingress_.take(tdest, last, false);
    keep_ = beat.keep;
    if (!beat.keep) return {false, false, false, 0};
    if (beat.first) word_ = {*data, static_cast<std::uint32_t>(now), 0, beat.destination, true, false};
    for (unsigned w = 0; w < data_words_; ++w) payload_.push(data[w]);
    ++word_.beats;
    if (last || word_.beats % 2 == 0) ++pairs_;
    const bool whole = last || word_.beats == 2 * ports_;
    const Accepted accepted{true, beat.first, whole && word_.first, beat.destination};
    if (whole) {
      word_.last = last;
      words_.push(word_);
      word_.beats = 0;
      word_.first = false;
    }
    return accepted;
  }
  /// `n` further beats, not completing the word; without payload.
  void skip(std::uint32_t n) {
    pairs_ += pairs_of(n);
    word_.beats = static_cast<std::uint8_t>(word_.beats + n);
  }

  /// The head word begins to leave in cycle `now`, a pair a cycle; give(w) gets each word of its payload.
  template <class Give>
  void take(std::uint64_t now, Give&& give) {
    const std::uint32_t pairs = words_.front().pairs();
    for (unsigned n = words_.front().beats * data_words_; n > 0; --n) {
      give(payload_.front());
      payload_.pop();
    }
    pairs_ -= pairs;
    wave_end_ = now + pairs;
    words_.pop();
  }

 private:
  /// Pairs that `more` beats of the word in the making complete.
  [[nodiscard]] std::uint32_t pairs_of(std::uint32_t more) const {
    return (word_.beats + more) / 2 - word_.beats / 2U;
  }
  [[nodiscard]] std::uint32_t pairs(std::uint64_t now) const {
    return pairs_ + (wave_end_ > now ? static_cast<std::uint32_t>(wave_end_ - now) : 0);
  }

  unsigned ports_, data_words_;
  Ingress ingress_;
  Ring<Word> words_;
  Ring<std::uint64_t> payload_;
  Word word_{};                 // in the making
  bool keep_ = false;           // the last beat was kept
  std::uint32_t pairs_ = 0;     // held, without those that are leaving
  std::uint64_t wave_end_ = 0;  // cycle by which the word that leaves has left
};

}  // namespace xb::twin
