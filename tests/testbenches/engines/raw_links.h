// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/link/switch_wires.h"
#include "tests/testbenches/engines/ends.h"

namespace xb {

/// Links and receivers that know nothing of hosts: packets of random words, to outputs that need not exist,
/// offered as AXI4-Stream wants it.
class RawLinks {
 public:
  RawLinks(const EndsPoint& point, unsigned ports, unsigned data_words, RandomStream stream,
           unsigned classes = 1)
      : point_(point),
        ports_(ports),
        data_words_(data_words),
        classes_(classes),
        ends_(stream),
        senders_(ports) {
    while (dests_ < ports_) dests_ *= 2;
    new_phase();
  }

  /// The wires of the next cycle.
  const SwitchInputs& drive() {
    if (left_-- == 0) new_phase();
    in_.m_tready = 0;
    for (unsigned p = 0; p < ports_; ++p) {
      if (ends_.percent(ready_)) in_.m_tready |= PortMask{1} << p;
      if ((in_.s_tvalid >> p & 1U) == 0 && ends_.percent(offered_)) offer(p);
    }
    return in_;
  }
  /// The switch has taken these beats.
  void taken(PortMask inputs) {
    in_.s_tvalid &= ~inputs;
    for_each_port(inputs, [&](unsigned p) { --senders_[p].left; });
  }

 private:
  struct Sender {
    std::uint32_t left = 0;  // beats of the packet under way
    std::uint8_t dest = 0;
  };

  void new_phase() {
    left_ = point_.phases ? ends_.draw(1, 1500) : ~std::uint32_t{0};
    offered_ = point_.phases ? ends_.one_of({0U, 30U, 100U, 100U}) : 100;
    ready_ = point_.ready ? *point_.ready : ends_.one_of({0U, 50U, 100U});
    target_ = static_cast<std::uint8_t>(ends_.below(ports_));
  }
  void offer(unsigned p) {
    const PortMask bit = PortMask{1} << p;
    Sender& sender = senders_[p];
    const bool first = sender.left == 0;
    if (first) {
      sender.left = point_.shortest + ends_.below(point_.longest - point_.shortest + 1);
      const bool stray = dests_ != ports_ && ends_.percent(point_.misrouted);
      const unsigned dest = stray               ? ports_ + ends_.below(dests_ - ports_)
                            : point_.one_target ? target_
                                                : ends_.below(ports_);
      sender.dest = static_cast<std::uint8_t>(dest);
      if (classes_ > 1) in_.s_tid[p] = static_cast<std::uint8_t>(ends_.below(classes_));
    }
    in_.s_tvalid |= bit;
    in_.s_tuser = first ? in_.s_tuser | bit : in_.s_tuser & ~bit;
    in_.s_tlast = sender.left == 1 ? in_.s_tlast | bit : in_.s_tlast & ~bit;
    in_.s_tdest[p] = sender.dest;
    for (unsigned w = 0; w < data_words_; ++w) {
      in_.s_tdata[std::size_t{p} * data_words_ + w] = RandomStream::mix(++beats_);
    }
  }

  EndsPoint point_;
  unsigned ports_, data_words_, classes_;
  unsigned dests_ = 2;  // that a tdest can name
  Ends ends_;
  std::vector<Sender> senders_;
  std::uint32_t left_ = 0;  // cycles of this phase
  unsigned offered_ = 0, ready_ = 0;
  std::uint8_t target_ = 0;
  std::uint64_t beats_ = 0;
  SwitchInputs in_{};
};

}  // namespace xb
