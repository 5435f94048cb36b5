// SPDX-License-Identifier: Apache-2.0
// The memory switch for a fast clock: latency, rate, back-pressure, tail drop. That it equals the RTL is
// shown in lock-step.
#include "systemc/memory_switch_pipe.h"

#include "host/base/random.h"
#include "host/switches/memory_timing.h"
#include "tests/catch.h"
#include "tests/systemc/memory_driver.h"

using namespace xb::twin;

namespace {

Settings settings_of(std::uint32_t depth, bool drop, bool store_forward, std::uint32_t packet) {
  Settings s;
  s.depth = depth;
  s.drop = drop;
  s.store_forward = store_forward;
  s.packet_beats = packet;
  return s;
}

/// Every input always has a packet of that length for the output that `dest` gives; beats delivered per
/// output and cycle after the first 10000 cycles. Ends with whole packets.
template <class Dest>
double delivered(PipeDriver& d, unsigned length, unsigned cycles, Dest&& dest) {
  const unsigned ports = d.sw.params().ports;
  std::vector<unsigned> sent(ports), to(ports);
  constexpr unsigned kWarmup = 10000;
  std::uint64_t beats = 0;
  for (unsigned cycle = 0; cycle < kWarmup + cycles + 3000; ++cycle) {
    for (unsigned i = 0; i < ports; ++i) {
      if (sent[i] == 0 && cycle >= kWarmup + cycles) continue;
      if (sent[i] == 0) to[i] = dest(i);
      d.offer(i, to[i], 1, sent[i] == 0, sent[i] + 1 == length);
    }
    for_each_port(d.taken(), [&](unsigned i) { sent[i] = (sent[i] + 1) % length; });
    if (cycle >= kWarmup && cycle < kWarmup + cycles)
      beats += static_cast<unsigned>(__builtin_popcountll(d.given()));
    d.step();
  }
  return static_cast<double>(beats) / cycles / ports;
}

}  // namespace

TEST_CASE("a lone packet takes the time that the pipelined zero-load formula says", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 8U);
  const bool store_forward = GENERATE(false, true);
  CAPTURE(ports, store_forward);
  PipeDriver d(ports, 1024, false, settings_of(1024, false, store_forward, 6 * ports));
  for (unsigned input = 0; input < ports; ++input) {
    for (unsigned output = 0; output < ports; ++output) {
      for (unsigned length = 1; length <= 6 * ports; ++length) {
        d.idle((input + output + length) % ports);  // packets come in all phases of the turns
        const std::uint64_t start = d.cycle;
        unsigned left = length;
        std::uint64_t shown = 0;
        while (left != 0 || d.held_packets() != 0) {
          if (shown == 0 && (d.sw.m_tvalid() & bit(output)) != 0) shown = d.cycle;
          if (left > 0) d.offer(input, output, 5, left == length, left == 1);
          if (left > 0) --left;
          d.step();
        }
        CAPTURE(input, output, length, start);
        REQUIRE(shown - start ==
                xb::pipe_memory_zero_load_cycles({ports, input, output, start, length, store_forward, 0}));
      }
    }
  }
}

TEST_CASE("packets of every length flow through the pipelined memory at the line rate", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 8U);
  const bool store_forward = GENERATE(false, true);
  for (unsigned length = 1; length <= 3 * ports; ++length) {
    CAPTURE(ports, length, store_forward);
    PipeDriver d(ports, 64 * 1024, false, settings_of(64 * 1024, false, store_forward, length), 0);
    CHECK(delivered(d, length, 2000, [&](unsigned i) { return (i + 1) % ports; }) == 1.0);
  }
}

TEST_CASE("short packets for any output fill the links of the pipelined memory", "[systemc][unsanitized]") {
  const auto [ports, length] = GENERATE(table<unsigned, unsigned>({{4, 1}, {4, 3}, {8, 1}, {8, 5}, {16, 1}}));
  CAPTURE(ports, length);
  const bool per_output = GENERATE(false, true);
  PipeDriver d(ports, 64 * 1024, per_output, settings_of(64 * 1024, false, false, length), 0);
  xb::RandomStream random(1, xb::StreamPurpose::Test, ports);
  CHECK(delivered(d, length, 30000, [&](unsigned /*i*/) { return random.below(ports); }) >= 0.98);
}

TEST_CASE("a pipelined memory for a few packets does not come to a halt", "[systemc]") {
  const unsigned ports = GENERATE(2U, 4U, 5U);
  const bool store_forward = GENERATE(false, true);
  const unsigned length = GENERATE(1U, 4U, 40U);
  CAPTURE(ports, store_forward, length);
  PipeDriver d(ports, 12, false, settings_of(12, false, store_forward, length), 0);
  xb::RandomStream random(1, xb::StreamPurpose::Test, ports);
  CHECK(delivered(d, length, 4000, [&](unsigned /*i*/) { return random.below(ports); }) > 0.05);
  CHECK(d.held_packets() == 0);
  CHECK(d.sw.pool_words() == 0);
}

TEST_CASE("the pipelined memory drops whole packets, and counts them", "[systemc]") {
  PipeDriver d(4, 16, false, settings_of(16, true, false, 8), 0);
  d.in.m_tready = 0;
  for (unsigned n = 0; n < 20; ++n) CHECK(d.send(1, 2, n, 8) == 0);
  d.idle(50);
  const std::uint32_t held = d.sw.occ_packets(2);
  CHECK(held + d.sw.drop_full(2) == 20);
  CHECK(held >= 3);  // two words of the pool, and one of its own
  CHECK(d.sw.occ_beats(2) == 8 * held);
  CHECK(d.sw.occ_packets(1) == 0);
}
