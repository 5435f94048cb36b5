// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compiled with each Verilated switch: the edges of its clocks in one cycle of the ports' clock. Without
// XB_INNER_HALVES that is all there is. XB_PORT_HALF and XB_INNER_HALVES: half the periods of the ports'
// clock and of each inner clock, in ticks that all are multiples of; so order and coincidence of edges are
// exact.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "testbenches/engines/verilated_wires.h"

namespace {

#ifdef XB_INNER_HALVES
constexpr std::uint64_t kPortHalf = XB_PORT_HALF;
constexpr std::uint64_t kInnerHalves[] = {XB_INNER_HALVES};

/// A cycle begins right behind a rising edge of the ports' clock, at tick 0, and ends with the next.
class Clocks {
 public:
  /// All clocks have just risen.
  template <class Top>
  void begin(Top& top) {
    for (unsigned n = 0; n < std::size(kInnerHalves); ++n) {
      next_[n] = kInnerHalves[n];
      high_[n] = true;
      drive_inner(top, n);
    }
    top.clk_i = 1;
    top.eval();
  }
  /// New inputs, and all up to the falling edge of the ports' clock; dump(unit) after each step, in tenths of
  /// a cycle from it on.
  template <class Top, class Dump>
  void low(Top& top, Dump&& dump) {
    top.eval();
    run(top, kPortHalf, dump);
    toggle(top, kPortHalf);
    top.clk_i = 0;
    top.eval();
    dump(0);
  }
  /// All up to the rising edge, which is not yet.
  template <class Top, class Dump>
  void settle(Top& top, Dump&& dump) {
    run(top, 2 * kPortHalf, dump);
  }
  /// The rising edge.
  template <class Top>
  void high(Top& top) {
    settle(top, [](int) {});
    toggle(top, 2 * kPortHalf);
    top.clk_i = 1;
    top.eval();
    for (std::uint64_t& next : next_) next -= 2 * kPortHalf;
  }

 private:
  /// The edges before a tick.
  template <class Top, class Dump>
  void run(Top& top, std::uint64_t end, Dump&& dump) {
    for (;;) {
      const std::uint64_t now = *std::min_element(std::begin(next_), std::end(next_));
      if (now >= end) return;
      toggle(top, now);
      top.eval();
      dump(static_cast<int>(static_cast<double>(now) * 5 / static_cast<double>(kPortHalf)) - 5);
    }
  }
  /// The inner clocks that change at a tick.
  template <class Top>
  void toggle(Top& top, std::uint64_t now) {
    for (unsigned n = 0; n < std::size(kInnerHalves); ++n) {
      if (next_[n] != now) continue;
      high_[n] = !high_[n];
      next_[n] += kInnerHalves[n];
      drive_inner(top, n);
    }
  }
  template <class Top>
  void drive_inner(Top& top, unsigned n) {
    const auto drive = [&](unsigned clock, auto&& set) {
      if (clock == n) if_present(top, set);
    };
    const std::uint8_t level = high_[n] ? 1 : 0;
    drive(0, [&](auto& t) -> decltype(void(t.inner0_clk_i)) { t.inner0_clk_i = level; });
    drive(1, [&](auto& t) -> decltype(void(t.inner1_clk_i)) { t.inner1_clk_i = level; });
    drive(2, [&](auto& t) -> decltype(void(t.inner2_clk_i)) { t.inner2_clk_i = level; });
  }

  std::uint64_t next_[std::size(kInnerHalves)] = {};  // edge of each inner clock, from this cycle's begin on
  bool high_[std::size(kInnerHalves)] = {};
};
#else
class Clocks {
 public:
  template <class Top>
  void begin(Top& /*top*/) {}
  template <class Top, class Dump>
  void low(Top& top, Dump&& dump) {
    top.clk_i = 0;
    top.eval();
    dump(0);
  }
  template <class Top, class Dump>
  void settle(Top& /*top*/, Dump&& /*dump*/) {}
  template <class Top>
  void high(Top& top) {
    top.clk_i = 1;
    top.eval();
  }
};
#endif

}  // namespace
