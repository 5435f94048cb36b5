// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_head_drop: queues over their threshold lose packets, one output after the other, and of an
/// output one class after the other, in cycles in which no output reads and for which there is credit.
class HeadDrop {
 public:
  HeadDrop(unsigned ports, unsigned classes) : ports_(ports), classes_(classes) { reset(); }

  void reset() {
    credit_ = left_ = queue_ = port_ = class_ = 0;
    most_.fill(~0U);
  }
  /// The settings of the cycle; none are over their threshold where there is none.
  void set(const Settings& settings) { settings_ = settings; }

  /// A cycle. `turn`: the output that has it; `idle`: it reads nothing; `free`: words that are left of the
  /// pool. counts(queue): words of a queue. take(queue): the packet behind its head goes, if it is whole;
  /// returns its words, or 0. lose(queue): the next word of that packet is free.
  template <class Counts, class Take, class Lose>
  void clock(unsigned turn, bool idle, std::uint32_t free, Counts&& counts, Take&& take, Lose&& lose) {
    const bool loses = idle && credit_ >= kWord && left_ != 0;
    const bool is_free = left_ == 0 ? settings_.drop_bandwidth != 0 : loses && left_ == 1;
    const bool asks = idle && is_free && settings_.sharing == Sharing::Dynamic;
    const auto is_over = [&](unsigned output, unsigned c) {
      const unsigned queue = c * ports_ + output;
      return counts(queue) > most_[c] && (left_ == 0 || queue != queue_);
    };
    const unsigned output = asks ? pick_output(turn, is_over) : ports_;
    const unsigned c = output < ports_ ? pick_class([&](unsigned k) { return is_over(output, k); }) : 0;
    for (unsigned k = 0; k < classes_; ++k) most_[k] = most(free, k);

    if (loses) {
      lose(queue_);
      --left_;
    }
    if (output < ports_) {
      port_ = (output + 1) % ports_;
      class_ = (c + 1) % classes_;
      const std::uint32_t words = take(c * ports_ + output);
      if (words != 0) {
        queue_ = c * ports_ + output;
        left_ = words;
      }
    }
    if (loses)
      credit_ = credit_ - kWord + settings_.drop_bandwidth;
    else if (credit_ < kWord)
      credit_ += settings_.drop_bandwidth;
  }

 private:
  static constexpr std::uint32_t kWord = kDropWord;

  /// Most words of a queue that is not over its threshold, one of its own among them.
  [[nodiscard]] std::uint32_t most(std::uint32_t free, unsigned c) const {
    return static_cast<std::uint32_t>((std::uint64_t{free} << class_alpha(settings_, c)) / 8 + 1);
  }
  /// What is behind the heads of the outputs beside `turn` may be on its way.
  template <class IsOver>
  [[nodiscard]] unsigned pick_output(unsigned turn, IsOver&& is_over) const {
    for (unsigned n = 0; n < ports_; ++n) {
      const unsigned output = (port_ + n) % ports_;
      if ((output + 1) % ports_ == turn || (turn + 1) % ports_ == output) continue;
      for (unsigned c = 0; c < classes_; ++c)
        if (is_over(output, c)) return output;
    }
    return ports_;
  }
  template <class IsOver>
  [[nodiscard]] unsigned pick_class(IsOver&& is_over) const {
    unsigned c = class_;
    while (!is_over(c)) c = (c + 1) % classes_;
    return c;
  }

  unsigned ports_, classes_;
  Settings settings_;
  std::uint32_t credit_ = 0;
  std::array<std::uint32_t, kMaxClasses> most_{};  // by class, of the cycle before
  std::uint32_t left_ = 0;                         // words of the packet that goes
  unsigned queue_ = 0;                             // its queue
  unsigned port_ = 0, class_ = 0;                  // that are looked at first
};

}  // namespace xb::twin
