// SPDX-License-Identifier: Apache-2.0
// The switch around a shared memory: latency, rate, back-pressure, tail drop, flags. That it equals the RTL
// is shown in lock-step.
#include "systemc/memory_switch.h"

#include "host/switches/memory_timing.h"
#include "systemc/switch_output.h"
#include "systemc/switch_shared.h"
#include "tests/catch.h"
#include "tests/systemc/memory_driver.h"

using namespace xb::twin;

namespace {

Settings memory_settings(std::uint32_t depth, bool drop = false, bool store_forward = false,
                         std::uint32_t packet = 1) {
  Settings s;
  s.depth = depth;
  s.drop = drop;
  s.store_forward = store_forward;
  s.packet_beats = packet;
  return s;
}

/// Beats delivered per output and cycle if every input always has a packet of that length for the next
/// output.
double saturated(unsigned ports, unsigned length, bool store_forward) {
  MemoryDriver d(ports, 64 * 1024, false, memory_settings(64 * 1024, false, store_forward, length), 0);
  std::vector<unsigned> sent(ports);
  constexpr unsigned kWarmup = 10000;
  constexpr unsigned kCycles = 10000;
  std::uint64_t delivered = 0;
  for (unsigned cycle = 0; cycle < kWarmup + kCycles; ++cycle) {
    for (unsigned i = 0; i < ports; ++i) {
      d.offer(i, (i + 1) % ports, 1, sent[i] == 0, sent[i] + 1 == length);
    }
    for_each_port(d.taken(), [&](unsigned i) { sent[i] = (sent[i] + 1) % length; });
    if (cycle >= kWarmup) delivered += static_cast<unsigned>(__builtin_popcountll(d.given()));
    d.step();
  }
  return static_cast<double>(delivered) / kCycles / ports;
}

}  // namespace

TEST_CASE("a lone packet takes the time that the zero-load formula says", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 8U);
  const bool store_forward = GENERATE(false, true);
  const std::uint32_t delay = GENERATE(0U, 1U, 7U, 100U);
  CAPTURE(ports, store_forward, delay);
  Settings s = memory_settings(1024, false, store_forward, 6 * ports);
  s.route_delay = delay;
  MemoryDriver d(ports, 1024, false, s);
  for (unsigned input = 0; input < ports; ++input) {
    for (unsigned output = 0; output < ports; ++output) {
      for (unsigned length = 1; length <= 6 * ports; ++length) {
        d.idle((input + output + length) % ports);  // packets come in all phases of the turns
        const std::uint64_t start = d.cycle;
        const std::uint64_t want =
            xb::memory_zero_load_cycles({ports, input, output, start, length, store_forward, delay});
        unsigned left = length;
        while ((d.sw.m_tvalid() & bit(output)) == 0 && d.cycle < start + 1000) {
          if (left > 0) d.offer(input, output, 5, left == length, left == 1);
          if (left > 0) --left;
          d.step();
        }
        if (d.cycle - start != want) {
          FAIL("input " << input << ", output " << output << ", length " << length << ", start " << start
                        << ": " << d.cycle - start << " cycles, not " << want);
        }
        while (d.held_packets() != 0) {
          if (left > 0) d.offer(input, output, 5, left == length, left == 1);
          if (left > 0) --left;
          d.step();
        }
      }
    }
  }
}

TEST_CASE("packets of every length flow at the line rate", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 8U);
  const bool store_forward = GENERATE(false, true);
  for (unsigned length = 1; length <= 5 * ports; ++length) {
    CAPTURE(ports, length, store_forward);
    CHECK(saturated(ports, length, store_forward) == 1.0);
  }
}

TEST_CASE("packets longer than the memory flow through it, also when they want one output", "[systemc]") {
  const bool store_forward = GENERATE(false, true);
  MemoryDriver d(3, 12, false, memory_settings(12, false, store_forward, 12));
  std::vector<unsigned> left(3, 1000);
  std::uint64_t delivered = 0;
  for (unsigned cycle = 0; cycle < 8000; ++cycle) {
    for (unsigned i = 0; i < 3; ++i) {
      if (left[i] > 0) d.offer(i, 0, left[i], left[i] == 1000, left[i] == 1);
    }
    for_each_port(d.taken(), [&](unsigned i) { --left[i]; });
    delivered += static_cast<unsigned>(__builtin_popcountll(d.given()));
    d.step();
  }
  CHECK(delivered == 3000);
  CHECK(d.held_packets() == 0);
  CHECK(d.sw.pool_words() == 0);
}

TEST_CASE("under tail drop a packet that finds no room goes whole, at full rate, and is counted",
          "[systemc]") {
  constexpr unsigned kPorts = 4;  // words of 8 beats
  MemoryDriver d(kPorts, 64, true, memory_settings(16, true, false, 10));
  d.in.m_tready = 0;
  // The queue has two words and one of its own, a packet needs two; and two fit the output's stage.
  unsigned sent = 0;
  for (; d.sw.drop_full(1) == 0 && sent < 10; ++sent) CHECK(d.send(0, 1, 100 * sent, 10, 10) == 0);
  CHECK(sent < 10);
  d.idle(50);
  const std::uint32_t stored = d.sw.occ_packets(1);
  CHECK(stored + d.sw.drop_full(1) == sent);
  CHECK(d.sw.occ_beats(1) == 10 * stored);
  // Another output's packets are not concerned.
  CHECK(d.send(0, 2, 7, 10, 10) == 0);
  d.idle(50);
  CHECK(d.sw.occ_packets(2) == 1);
  d.in.m_tready = ~PortMask{0};
  std::uint64_t beats = 0;
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    beats += static_cast<unsigned>(__builtin_popcountll(d.given()));
    d.step();
  }
  CHECK(beats == 10 * (stored + 1));
  CHECK(d.held_packets() == 0);
  CHECK(d.sw.queue_words(1) == 0);
}

TEST_CASE("a refused head blocks the packets behind it, and the flags say so", "[systemc]") {
  MemoryDriver d(2, 8, false, memory_settings(4));
  d.in.m_tready = 0b10;  // output 0 is stuck
  for (unsigned n = 0; d.send(0, 0, 10 * n, 4, 20) == 0; ++n) REQUIRE(n < 10);
  // Input 1 fills the pool as well; its packet behind for output 1 starves.
  d.send(1, 0, 1000, 4, 20);
  d.send(1, 1, 2000, 2, 20);
  d.idle(10);
  CHECK((d.sw.blocked() & 0b10) != 0);
  CHECK(d.sw.hol_flags(1).backpressure);
  CHECK(d.sw.hol_flags(1).blocked_by == 0);
  CHECK(d.sw.hol_flags(1).victims == 0b10);
  d.in.m_tready = 0b11;
  d.idle(100);
  CHECK(d.sw.blocked() == 0);
}

TEST_CASE("outputs that lack turns, not packets, are idle with work", "[systemc]") {
  constexpr unsigned kPorts = 4;
  MemoryDriver d(kPorts, 256, false, memory_settings(256), 0);
  for (unsigned i = 0; i < 2; ++i) d.offer(i, 0, 1, true, true);
  unsigned idle_with_work = 0;
  for (unsigned cycle = 0; cycle < 40; ++cycle) {
    d.step();
    idle_with_work += (d.sw.idle_with_work() & 1) != 0 ? 1 : 0;
  }
  CHECK(idle_with_work == kPorts - 2);  // two words of a beat: from the first's end to the second's turn
  CHECK(d.held_packets() == 0);
}

TEST_CASE("output gives each queue the depth, shared gives it once", "[systemc]") {
  Settings s = memory_settings(32, true, false, 8);
  SwitchOutput output({4, 0, 32});
  SwitchShared shared({4, 0, 32});
  std::vector<std::uint8_t> dest{0, 1, 2, 3};
  std::vector<std::uint64_t> data(4);
  Inputs in;
  in.settings = s;
  in.s_tdest = dest.data();
  in.s_tdata = data.data();
  in.s_tvalid = 0b1111;
  for (unsigned cycle = 0; cycle < 400; ++cycle) {  // cells of 8 beats, nobody takes any
    in.s_tuser = cycle % 8 == 2 ? 0b1111 : 0;
    in.s_tlast = cycle % 8 == 1 ? 0b1111 : 0;
    in.s_tvalid = cycle < 2 ? 0 : 0b1111;
    output.step(in);
    shared.step(in);
  }
  for (unsigned q = 0; q < 4; ++q) CHECK(output.queue_words(q) == 5);
  CHECK(shared.pool_words() == 4);
}

TEST_CASE("packets that share a word are dropped with it, whole, and each is counted", "[systemc]") {
  constexpr unsigned kPorts = 4;  // words of 8 beats
  MemoryDriver d(kPorts, 64, true, memory_settings(8, true, false, 3));
  d.in.m_tready = 0;
  unsigned sent = 0;
  for (; sent < 60; ++sent) CHECK(d.send(0, 1, 100 * sent, 3, 10) == 0);
  d.idle(100);
  const std::uint32_t stored = d.sw.occ_packets(1);
  CHECK(d.sw.drop_full(1) > 30);
  CHECK(stored + d.sw.drop_full(1) == sent);
  CHECK(d.sw.occ_beats(1) == 3 * stored);
  d.in.m_tready = ~PortMask{0};
  d.idle(500);
  CHECK(d.held_packets() == 0);
  CHECK(d.sw.queue_words(1) == 0);
  CHECK(d.sw.pool_words() == 0);
}

TEST_CASE("a lone short packet gets through to an output that other inputs keep busy", "[systemc]") {
  constexpr unsigned kPorts = 4;
  MemoryDriver d(kPorts, 1024, false, memory_settings(1024), 0);
  std::uint64_t came = 0;
  for (unsigned cycle = 0; cycle < 2000 && came == 0; ++cycle) {
    d.offer(1, 0, 1, true, true);
    d.offer(2, 0, 2, true, true);
    if (cycle == 200) d.offer(3, 0, 3, true, true);
    if ((d.given() & 1) != 0 && *d.sw.m_tdata(0) == 3) came = d.cycle;
    d.step();
  }
  CHECK(came > 200);
  CHECK(d.sw.queue_words(0) > 1);  // it was never hungry
}
