// SPDX-License-Identifier: Apache-2.0
// xb_async_fifo between clocks of several ratios and phases: what goes in comes out, in order.
#include <algorithm>
#include <array>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

/// Both sides of the FIFO, each at a clock of its own.
class TwoClocks {
 public:
  TwoClocks(unsigned s_half, unsigned m_half, unsigned phase)
      : s_half_(s_half), m_half_(m_half), s_next_(s_half), m_next_(phase + 1) {
    reset();
  }
  /// At once, whatever the clocks do: nothing is on offer, nothing is taken, and what was inside is gone.
  void reset() {
    auto& top = bench_.top();
    top.async_rst_ni = 0;
    bench_.look();
    CHECK(top.async_m_tvalid_o == 0);
    CHECK(top.async_s_tready_o == 0);
    top.async_rst_ni = 1;
    sent = taken = most_held = 0;
    waits_ = false;
  }
  /// To the next edge of either clock, or of both. Before a rising one its side acts.
  void step(unsigned sends, unsigned takes) {
    auto& top = bench_.top();
    const unsigned long now = std::min(s_next_, m_next_);
    const bool s_edge = s_next_ == now;
    const bool m_edge = m_next_ == now;
    if (s_edge && !top.async_s_clk_i) send(sends);
    if (m_edge && !top.async_m_clk_i) take(takes);
    bench_.look();
    if (s_edge) {
      top.async_s_clk_i = !top.async_s_clk_i;
      s_next_ += s_half_;
    }
    if (m_edge) {
      top.async_m_clk_i = !top.async_m_clk_i;
      m_next_ += m_half_;
    }
    bench_.look();
  }
  unsigned sent = 0, taken = 0, most_held = 0;

 private:
  // Whoever acts sees what the last edge left, and sets its inputs a moment before its own.
  void send(unsigned percent) {
    auto& top = bench_.top();
    if (!waits_) {
      top.async_s_tvalid_i = bench_.percent(percent);
      top.async_s_tdata_i = sent * 0x9e3779b9U;
      top.async_s_tkeep_i = sent & 15;
      top.async_s_tdest_i = sent >> 4 & 7;
      top.async_s_tlast_i = sent >> 7 & 1;
      top.async_s_tuser_i = sent >> 8 & 7;
      top.async_s_tid_i = sent >> 2 & 15;
    }
    waits_ = top.async_s_tvalid_i && !top.async_s_tready_o;
    if (top.async_s_tvalid_i && top.async_s_tready_o) ++sent;
    most_held = std::max(most_held, sent - taken);
  }
  void take(unsigned percent) {
    auto& top = bench_.top();
    top.async_m_tready_i = bench_.percent(percent);
    if (!top.async_m_tvalid_o) return;
    REQUIRE(taken < sent);
    REQUIRE(top.async_m_tdata_o == taken * 0x9e3779b9U);
    REQUIRE(top.async_m_tkeep_o == (taken & 15));
    REQUIRE(top.async_m_tdest_o == (taken >> 4 & 7));
    REQUIRE(top.async_m_tlast_o == (taken >> 7 & 1));
    REQUIRE(top.async_m_tuser_o == (taken >> 8 & 7));
    REQUIRE(top.async_m_tid_o == (taken >> 2 & 15));
    if (top.async_m_tready_i) ++taken;
  }

  Bench bench_;
  unsigned s_half_, m_half_;
  unsigned long s_next_, m_next_;
  bool waits_ = false;
};

}  // namespace

TEST_CASE("xb_async_fifo keeps every beat and their order, whatever the two clocks", "[rtl]") {
  const auto [s_half, m_half] = GENERATE(table<unsigned, unsigned>(
      {{10, 10}, {10, 11}, {11, 10}, {10, 30}, {30, 10}, {7, 100}, {100, 7}, {1000, 1003}}));
  const unsigned phase = GENERATE(0U, 1U, 5U);
  TwoClocks fifo(s_half, m_half, phase);
  for (unsigned n = 0; n < 6000; ++n) fifo.step(80, 80);
  for (unsigned n = 0; n < 3000; ++n) fifo.step(100, n < 1500 ? 5 : 100);  // full, and then at full rate
  const unsigned most = fifo.most_held;
  for (unsigned n = 0; n < 8000; ++n) fifo.step(0, 100);
  CHECK(fifo.taken == fifo.sent);
  CHECK(fifo.sent > 100);
  CHECK(most >= 8);
  CHECK(most <= 9);
}

TEST_CASE("xb_async_fifo is empty after a reset, whenever that comes", "[rtl]") {
  const auto [s_half, m_half] = GENERATE(table<unsigned, unsigned>({{10, 10}, {7, 100}, {100, 7}}));
  TwoClocks fifo(s_half, m_half, 3);
  for (unsigned round = 0; round < 40; ++round) {
    // Full, half full, or nearly empty, and pointers anywhere.
    for (unsigned n = 0; n < 200 + 7 * round; ++n) fifo.step(80, std::array{0U, 40U, 100U}[round % 3]);
    fifo.reset();
    for (unsigned n = 0; n < 100; ++n) fifo.step(0, 100);
    CHECK(fifo.taken == 0);
    for (unsigned n = 0; n < 1000; ++n) fifo.step(80, 80);
    for (unsigned n = 0; n < 1000; ++n) fifo.step(0, 100);
    CHECK(fifo.taken == fifo.sent);
    CHECK(fifo.sent > 10);
  }
}

TEST_CASE("xb_async_fifo moves a beat a cycle of the slower clock", "[rtl]") {
  const auto [s_half, m_half] = GENERATE(table<unsigned, unsigned>({{10, 10}, {10, 11}, {30, 10}, {10, 30}}));
  TwoClocks fifo(s_half, m_half, 3);
  const unsigned slower = std::max(s_half, m_half);
  // As many edges as make a thousand cycles of the slower clock.
  const unsigned edges = 2000 + 2000 * slower / std::min(s_half, m_half);
  for (unsigned n = 0; n < edges; ++n) fifo.step(100, 100);
  CHECK(fifo.taken >= 990);
}
