// SPDX-License-Identifier: Apache-2.0
#include "systemc/switch_input.h"

#include <array>
#include <vector>

#include "tests/catch.h"
#include "tests/systemc/driver.h"

using namespace xb::twin;

TEST_CASE("a beat is offered in the cycle after its acceptance", "[systemc]") {
  Driver d(4, 8);
  d.in.m_tready = 0b1111;
  REQUIRE(d.sw.s_tready() == 0b1111);
  d.offer(1, 3, 42);
  CHECK(d.sw.m_tvalid() == 0);
  d.step();
  CHECK(d.sw.m_tvalid() == 0b1000);
  CHECK(*d.sw.m_tdata(3) == 42);
  CHECK(d.sw.m_side(3).dest == 3);
  CHECK(d.sw.m_side(3).user);
  CHECK(d.sw.m_side(3).last);
  CHECK(d.sw.occupancy().beats(1) == 1);
  CHECK(d.sw.occupancy().packets(1) == 1);
  d.step();
  CHECK(d.sw.m_tvalid() == 0);
  CHECK(d.sw.occupancy().beats(1) == 0);
}

TEST_CASE("under store-and-forward a packet is offered when its last beat is in", "[systemc]") {
  Driver d(4, 8, true);
  d.in.m_tready = 0b1111;
  for (unsigned beat = 0; beat < 5; ++beat) {
    CHECK(d.sw.m_tvalid() == 0);
    d.offer(0, 2, beat, beat == 0, beat == 4);
    d.step();
  }
  for (unsigned beat = 0; beat < 5; ++beat) {
    REQUIRE(d.sw.m_tvalid() == 0b0100);
    CHECK(*d.sw.m_tdata(2) == beat);
    d.step();
  }
  CHECK(d.sw.m_tvalid() == 0);
}

TEST_CASE("a permutation of 1-beat packets flows at full rate through 2 beats of buffer", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 64U);
  Driver d(ports, 2);
  const PortMask all = ~PortMask{0} >> (64 - ports);
  d.in.m_tready = all;
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    REQUIRE(d.sw.s_tready() == all);
    if (cycle > 0) {
      REQUIRE(d.sw.m_tvalid() == all);
      for (unsigned output = 0; output < ports; ++output)
        REQUIRE(*d.sw.m_tdata(output) == (cycle - 1) * ports + output);
    }
    for (unsigned i = 0; i < ports; ++i) d.offer(i, (i + 1) % ports, cycle * ports + (i + 1) % ports);
    d.step();
  }
}

TEST_CASE("inputs that want the same output are served in turn", "[systemc]") {
  Driver d(4, 8);
  d.in.m_tready = 0b1111;
  for (unsigned input = 0; input < 4; ++input) d.offer(input, 2, input);
  d.step();
  for (unsigned turn = 0; turn < 12; ++turn) {
    REQUIRE(d.sw.m_tvalid() == 0b0100);
    REQUIRE(*d.sw.m_tdata(2) == turn % 4);
    d.offer(turn % 4, 2, turn % 4);
    d.step();
  }
}

TEST_CASE("inputs that always wait share an output by weight, in packets", "[systemc]") {
  constexpr unsigned kPorts = 3, kBeats = 2;
  Driver d(kPorts, 8);
  d.in.settings.arbiter = Arbitration::Weighted;
  d.in.settings.input_weights = 0x213;  // 3, 1, 2
  d.step();
  d.in.m_tready = 0b111;
  std::array<unsigned, kPorts> next{};  // beat of its packet
  std::vector<std::uint64_t> firsts;    // inputs, as packets leave
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    if ((d.sw.m_tvalid() & 1U) != 0 && d.sw.m_side(0).user) firsts.push_back(*d.sw.m_tdata(0));
    for (unsigned i = 0; i < kPorts; ++i) {
      if ((d.sw.s_tready() >> i & 1U) == 0) continue;
      d.offer(i, 0, i, next[i] == 0, next[i] + 1 == kBeats);
      next[i] = (next[i] + 1) % kBeats;
    }
    d.step();
  }
  REQUIRE(firsts.size() > 40);
  const std::array<unsigned, 6> round{0, 0, 0, 1, 2, 2};
  for (std::size_t n = 0; n < firsts.size(); ++n) CHECK(firsts[n] == round[n % round.size()]);
}

TEST_CASE("a queue takes no more than its depth", "[systemc]") {
  Driver d(2, 3);
  for (unsigned n = 0; n < 3; ++n) {
    REQUIRE(d.sw.s_tready() == 0b11);
    d.offer(0, 1, n);
    d.step();
  }
  CHECK(d.sw.s_tready() == 0b10);
  d.offer(0, 1, 99);  // not taken
  d.step();
  CHECK(d.sw.occupancy().beats(0) == 3);
  d.in.m_tready = 0b10;
  d.step();
  CHECK(d.sw.s_tready() == 0b11);
}

TEST_CASE("a packet behind a blocked head starves an idle output", "[systemc]") {
  Driver d(4, 8);
  d.in.m_tready = 0b1110;  // output 0 cannot take anything
  d.offer(0, 0, 10);
  d.step();
  d.offer(0, 1, 11);
  d.step();
  // This cycle: input 0 holds a packet for 0, then one for 1; output 1 is idle and ready.
  REQUIRE(d.sw.m_tvalid() == 0b0001);
  CHECK(d.sw.hol_flags(0).victims == 0);  // the flags tell of the last cycle, when the second came in
  CHECK(d.sw.idle_with_work() == 0);
  d.step();
  const auto& flags = d.sw.hol_flags(0);
  CHECK(flags.blocked);
  CHECK(flags.backpressure);
  CHECK(flags.blocked_by == 0);
  CHECK(flags.victims == 0b0010);
  CHECK(d.sw.idle_with_work() == 0b0010);
  CHECK_FALSE(d.sw.hol_flags(1).blocked);

  d.in.m_tready = 0b1111;
  d.step();
  CHECK_FALSE(d.sw.hol_flags(0).blocked);
  CHECK(d.sw.idle_with_work() == 0b0010);  // still, while the head left
  REQUIRE(d.sw.m_tvalid() == 0b0010);
  CHECK(*d.sw.m_tdata(1) == 11);
  d.step();
  CHECK(d.sw.idle_with_work() == 0);
}

TEST_CASE("a head that loses to another input is blocked by contention", "[systemc]") {
  Driver d(3, 8);
  d.in.m_tready = 0b111;
  d.offer(0, 2, 10);
  d.offer(1, 2, 11);
  d.step();
  d.offer(1, 0, 12);
  d.step();  // input 0 was served
  CHECK_FALSE(d.sw.hol_flags(0).blocked);
  CHECK(d.sw.hol_flags(1).blocked);
  CHECK_FALSE(d.sw.hol_flags(1).backpressure);
  CHECK(d.sw.hol_flags(1).blocked_by == 2);
  CHECK(d.sw.hol_flags(1).victims == 0);  // 12 came in only now
}

TEST_CASE("a packet to an output that does not exist is dropped and counted", "[systemc]") {
  Driver d(3, 8);
  d.in.m_tready = 0b111;
  d.offer(1, 3, 10, true, false);
  d.step();
  d.offer(1, 3, 11, false, true);
  d.step();
  for (int n = 0; n < 5; ++n) {
    CHECK(d.sw.m_tvalid() == 0);
    d.step();
  }
  CHECK(d.sw.drop_misrouted(1) == 1);
  CHECK(d.sw.drop_misrouted(0) == 0);
  CHECK(d.sw.occupancy().beats(1) == 0);
}

TEST_CASE("a reset switch is empty", "[systemc]") {
  Driver d(3, 8);
  d.offer(1, 2, 10, true, false);
  d.step();
  d.sw.reset();
  CHECK(d.sw.m_tvalid() == 0);
  CHECK(d.sw.s_tready() == 0);  // its depth is 0 until the next cycle
  CHECK(d.sw.occupancy().beats(1) == 0);
  CHECK(d.sw.occupancy().packets(1) == 0);
}
