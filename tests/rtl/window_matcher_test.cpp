// SPDX-License-Identifier: Apache-2.0
#include "systemc/window_matcher.h"

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

/// Puts a field of so many bits into a vector of 32-bit words.
template <class Words>
void put(Words& words, unsigned at, unsigned bits, std::uint32_t value) {
  for (unsigned b = 0; b < bits; ++b) {
    const std::uint32_t mask = 1U << (at + b) % 32;
    if ((value >> b & 1U) != 0)
      words[(at + b) / 32] |= mask;
    else
      words[(at + b) / 32] &= ~mask;
  }
}

}  // namespace

TEST_CASE("xb_window_matcher matches as its twin, by every arbiter and in any window", "[rtl]") {
  SwitchSettings settings;
  settings.arbiter = GENERATE(Arbitration::RoundRobin, Arbitration::Random, Arbitration::Oldest);
  settings.window = GENERATE(as<std::uint8_t>{}, 1, 2, 5, 8);
  Bench bench;
  auto& top = bench.top();
  twin::WindowMatcher want(Bench::kPorts);
  want.reset();
  want.load(80);
  top.window_kind_i = static_cast<unsigned>(settings.arbiter);
  top.window_window_i = settings.window;
  top.window_seed_i = 80;
  top.window_load_i = 1;
  bench.clock();
  top.window_load_i = 0;
  std::vector<twin::OrderWindow> windows(Bench::kPorts);
  for (auto& window : windows) window.reset();
  unsigned pairs = 0;
  for (std::uint32_t now = ~0U - 500; now != 1500; ++now) {  // stamps go round
    PortMask bidding = 0;
    unsigned counts = 0;
    for (unsigned i = 0; i < Bench::kPorts; ++i) {
      if (bench.percent(50))
        windows[i].push({now - bench.below(3), static_cast<std::uint8_t>(bench.below(Bench::kPorts))});
      const unsigned count = windows[i].count();
      counts |= count << 4 * i;
      if (count > 0) bidding |= bit(i);
      for (unsigned k = 0; k < count; ++k) {
        put(top.window_dest_i, (i * 8 + k) * 3, 3, windows[i].slot(k).dest);
        top.window_stamp_i[i * 8 + k] = windows[i].slot(k).stamp;
      }
    }
    top.window_now_i = now;
    top.window_count_i = counts;
    top.window_in_free_i = bench.some() | bench.some();
    top.window_out_free_i = bench.some() | bench.some();
    bench.look();
    const auto match =
        want.match(settings, windows, bidding, top.window_in_free_i, top.window_out_free_i, now);
    REQUIRE(top.window_match_o == match.inputs);
    REQUIRE(top.window_match_out_o == match.outputs);
    for_each_port(match.inputs, [&](unsigned i) {
      REQUIRE((top.window_match_dest_o >> 3 * i & 7U) == want.dest(i));
      REQUIRE((top.window_match_slot_o >> 3 * i & 7U) == want.slot(i));
      ++pairs;
      windows[i].take(want.slot(i));
    });
    bench.clock();
  }
  CHECK(pairs > 2000);
}
