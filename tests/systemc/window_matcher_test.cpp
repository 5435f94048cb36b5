// SPDX-License-Identifier: Apache-2.0
#include "systemc/window_matcher.h"

#include "tests/catch.h"

using namespace xb::twin;

TEST_CASE("the order window keeps the order of arrival when packets are taken from its middle", "[systemc]") {
  OrderWindow window;
  for (unsigned n = 0; n < 12; ++n) window.push({n, static_cast<std::uint8_t>(n % 4)});
  CHECK(window.count() == 8);
  window.take(3);
  CHECK(window.count() == 8);
  CHECK(window.slot(2).stamp == 2);
  CHECK(window.slot(3).stamp == 4);
  CHECK(window.slot(7).stamp == 8);
  window.take(0);
  window.push({12, 0});
  for (unsigned n = 0; n < 3; ++n) window.take(7);
  CHECK(window.slot(6).stamp == 8);
  CHECK(window.slot(7).stamp == 12);
  for (unsigned n = 0; n < 8; ++n) window.take(0);
  CHECK(window.count() == 0);
}

TEST_CASE("an input bids with its k-th packet in round k, for an output still unmatched", "[systemc]") {
  // Hand-worked: heads all for output 0; input 0 wins it. Then input 1 bids for output 1 with its second
  // packet, input 2 for output 0 in vain, and in the third round for output 2.
  std::vector<OrderWindow> windows(3);
  for (const unsigned dest : {0U, 1U, 2U}) windows[0].push({0, static_cast<std::uint8_t>(dest)});
  for (const unsigned dest : {0U, 1U, 2U}) windows[1].push({0, static_cast<std::uint8_t>(dest)});
  for (const unsigned dest : {0U, 0U, 2U}) windows[2].push({0, static_cast<std::uint8_t>(dest)});
  Settings s;
  const auto expect = [&](unsigned window, PortMask inputs) {
    WindowMatcher matcher(3);
    matcher.reset();
    s.window = static_cast<std::uint8_t>(window);
    CHECK(matcher.match(s, windows, 0b111, 0b111, 0b111, 5).inputs == inputs);
    return matcher;
  };
  expect(1, 0b001);
  expect(2, 0b011);
  const auto matcher = expect(3, 0b111);
  CHECK(matcher.dest(0) == 0);
  CHECK(matcher.dest(1) == 1);
  CHECK(matcher.dest(2) == 2);
  CHECK(matcher.slot(2) == 2);
}

TEST_CASE("the oldest bidder wins, and equal ages take turns", "[systemc]") {
  std::vector<OrderWindow> windows(3);
  windows[0].push({7, 0});
  windows[1].push({4, 0});
  windows[2].push({4, 0});
  Settings s;
  s.arbiter = Arbitration::Oldest;
  WindowMatcher matcher(3);
  matcher.reset();
  CHECK(matcher.match(s, windows, 0b111, 0b111, 0b111, 9).inputs == 0b010);
  CHECK(matcher.match(s, windows, 0b111, 0b111, 0b111, 9).inputs == 0b100);
  CHECK(matcher.match(s, windows, 0b111, 0b111, 0b111, 9).inputs == 0b010);
}
