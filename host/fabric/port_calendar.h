// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

#include "host/wires/port_set.h"

namespace xb {

/// Ports by the cycle in which each is to be looked at. Cycles share slots: what is due more than a turn of
/// the slots later is found in each turn before, and is to be added again.
class PortCalendar {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// `threads`: perhaps by several at once.
  void add(unsigned port, std::uint64_t at, bool threads) {
    const auto slot = static_cast<unsigned>(at % kSlots);
    include(ports_[slot], bit(port), threads);
    include(filled_, bit(slot), threads);
  }
  /// Some port may be due in cycle `now`.
  [[nodiscard]] bool is_due(std::uint64_t now) const { return (load(filled_) >> now % kSlots & 1U) != 0; }
  /// Those that may be.
  [[nodiscard]] PortMask due(std::uint64_t now) const { return load(ports_[now % kSlots]); }
  /// They are in it no more.
  PortMask take(std::uint64_t now) {
    const PortMask ports = due(now);
    ports_[now % kSlots].store(0, std::memory_order_relaxed);
    filled_.store(load(filled_) & ~bit(now % kSlots), std::memory_order_relaxed);
    return ports;
  }
  /// The first cycle from `now` on in which some port may be due; kNever: none is in it.
  [[nodiscard]] std::uint64_t next(std::uint64_t now) const {
    const PortMask filled = load(filled_);
    if (filled == 0) return kNever;
    const unsigned first = now % kSlots;
    return now + lowest_port(filled >> first | filled << (kSlots - first) % kSlots);
  }

 private:
  static constexpr unsigned kSlots = kMaxPorts;  // so that a set of them is a word
  using Word = std::atomic<PortMask>;
  static PortMask load(const Word& word) { return word.load(std::memory_order_relaxed); }
  static void include(Word& word, PortMask more, bool threads) {
    if (threads)
      word.fetch_or(more, std::memory_order_relaxed);
    else
      word.store(load(word) | more, std::memory_order_relaxed);
  }

  Word filled_{0};  // slots with ports
  std::array<Word, kSlots> ports_{};
};

}  // namespace xb
