// SPDX-License-Identifier: Apache-2.0
// The switches with virtual output queues under random packets and stalls: order, framing and occupancy
// against a plain model of what they hold, and that skipped cycles are as good as stepped ones.

#include "tests/catch.h"
#include "tests/systemc/switch_stimulus.h"
#include "tests/systemc/voq_twins.h"

using namespace xb::twin;

namespace {

Settings settings_with(unsigned max_length, bool store_forward, bool drop, unsigned variant) {
  Settings s;
  s.depth = 32;  // a fifth of it holds a packet
  s.store_forward = store_forward;
  s.drop = drop;
  s.packet_beats = max_length;
  s.route_delay = variant * 3;
  s.seed = 5;
  s.window = static_cast<std::uint8_t>(2 + variant * 3);
  s.arbiter = static_cast<Arbitration>(variant);
  s.scheduler = static_cast<Scheduler>(variant);
  s.iterations = static_cast<std::uint8_t>(1 + variant);
  s.crosspoint_packets = 1 + variant;
  s.output_depth = 3 + variant;
  s.sharing = static_cast<Sharing>(variant);
  s.alpha = static_cast<std::uint8_t>(1 + variant);
  return s;
}

/// What a switch holds, per (input, output), and what it has discarded.
template <class Switch>
void check_flows(unsigned ports, unsigned max_length, bool store_forward, bool drop, unsigned variant) {
  const Settings settings = settings_with(max_length, store_forward, drop, variant);
  Switch sw({ports, 1, 32});
  SwitchStimulus stimulus(ports, max_length, 3, settings);
  sw.step(stimulus.in);
  std::vector<std::deque<TestBeat>> held(std::size_t{ports} * ports);
  std::vector<int> open(ports, -1);
  std::vector<std::uint32_t> drops(sw.queues());
  std::uint64_t delivered = 0;
  const bool per_flow = sw.queues() != ports;
  for (unsigned n = 0; n < 6000; ++n) {
    const bool draining = n > 4500;
    stimulus.drive(draining ? 0 : n / 1000 % 2 == 0 ? 90 : 30, draining ? 100 : n / 500 % 2 == 0 ? 95 : 40);
    for_each_port(sw.m_tvalid() & stimulus.in.m_tready, [&](unsigned j) {
      const std::uint64_t data = *sw.m_tdata(j);
      const auto i = static_cast<unsigned>(data >> 56U);
      auto& flow = held[i * ports + j];
      REQUIRE(!flow.empty());
      REQUIRE(flow.front().data == data);  // order within the flow
      REQUIRE(sw.m_side(j).user == flow.front().first);
      REQUIRE(sw.m_side(j).last == flow.front().last);
      REQUIRE(sw.m_side(j).dest == j);
      REQUIRE(flow.front().first == (open[j] < 0));  // packets are not interleaved
      if (open[j] >= 0) REQUIRE(open[j] == static_cast<int>(i));
      open[j] = flow.front().last ? -1 : static_cast<int>(i);
      flow.pop_front();
      ++delivered;
    });
    const PortMask taken = stimulus.in.s_tvalid & sw.s_tready();
    const Inputs in = stimulus.in;
    std::vector<std::uint32_t> beats_before(sw.queues());
    for (unsigned q = 0; q < sw.queues(); ++q) beats_before[q] = sw.occupancy().beats(q);
    const PortMask delivering = sw.m_tvalid() & in.m_tready;
    std::vector<unsigned> source(ports);
    for_each_port(delivering, [&](unsigned j) { source[j] = static_cast<unsigned>(*sw.m_tdata(j) >> 56U); });
    sw.step(in);
    for_each_port(taken, [&](unsigned i) {
      const TestBeat& beat = stimulus.beat(i);
      const unsigned q = per_flow ? i * ports + beat.dest : i;
      // Kept, unless the queue has not grown by it.
      std::uint32_t leaving = 0;
      for_each_port(delivering,
                    [&](unsigned j) { leaving += source[j] == i && (!per_flow || j == beat.dest) ? 1 : 0; });
      const bool kept = sw.occupancy().beats(q) + leaving == beats_before[q] + 1;
      if (kept) held[i * ports + beat.dest].push_back(beat);
      if (!kept) REQUIRE(drop);
      if (!kept && beat.last) ++drops[q];
    });
    stimulus.taken(taken);
    for (unsigned q = 0; q < sw.queues(); ++q) {
      std::size_t beats = 0;
      std::size_t ends = 0;
      for (unsigned j = 0; j < (per_flow ? 1 : ports); ++j) {
        const auto& flow = held[per_flow ? q : q * ports + j];
        beats += flow.size();
        for (const TestBeat& beat : flow) ends += beat.last ? 1 : 0;
        if (!flow.empty() && !flow.back().last) ++ends;
      }
      REQUIRE(sw.occupancy().beats(q) == beats);
      // A packet of which the last beat is still to come may have all others gone.
      REQUIRE(sw.occupancy().packets(q) >= ends);
      REQUIRE(sw.occupancy().packets(q) <= ends + (per_flow ? 1 : ports));
      REQUIRE(sw.drop_full(q) == drops[q]);
    }
  }
  CHECK(stimulus.idle());
  for (unsigned q = 0; q < sw.queues(); ++q) {
    CHECK(sw.occupancy().beats(q) == 0);
    CHECK(sw.occupancy().packets(q) == 0);
  }
  CHECK(delivered > 3000);
}

template <class Switch>
bool same(Switch& a, Switch& b) {
  bool equal = a.s_tready() == b.s_tready() && a.m_tvalid() == b.m_tvalid() &&
               a.idle_with_work() == b.idle_with_work() && a.blocked() == b.blocked() && a.pool() == b.pool();
  for_each_port(a.pool(), [&](unsigned i) { equal = equal && a.pool_by(i) == b.pool_by(i); });
  for_each_port(a.m_tvalid(), [&](unsigned j) {
    equal = equal && a.m_side(j).user == b.m_side(j).user && a.m_side(j).last == b.m_side(j).last &&
            *a.m_tdata(j) == *b.m_tdata(j);
  });
  for_each_port(a.blocked(), [&](unsigned i) { equal = equal && a.hol_flags(i) == b.hol_flags(i); });
  for (unsigned q = 0; q < a.queues(); ++q) {
    equal = equal && a.occupancy().beats(q) == b.occupancy().beats(q) &&
            a.occupancy().packets(q) == b.occupancy().packets(q) && a.drop_full(q) == b.drop_full(q);
  }
  return equal;
}

/// Two switches, one of which skips what it calls steady.
template <class Switch>
void check_skipping(bool store_forward, bool drop, unsigned variant, unsigned receivers) {
  constexpr unsigned kPorts = 4;
  Settings settings = settings_with(60, store_forward, drop, variant);
  settings.depth = 100;
  if (variant == 1) settings.sharing = Sharing::Dynamic;  // a part would hold no packet
  settings.route_delay = variant * 20;
  settings.output_depth = 8;
  Switch stepped({kPorts, 0, 128});
  Switch skipped({kPorts, 0, 128});
  SwitchStimulus stimulus(kPorts, 60, 40, settings);
  stepped.step(stimulus.in);
  skipped.step(stimulus.in);
  std::uint64_t skips = 0;
  for (unsigned n = 0; n < 30000; ++n) {
    stimulus.drive(70, receivers);
    // The cycles for which the links do what they do now.
    std::uint32_t cycles = skipped.steady(stimulus.in);
    const PortMask taken = stimulus.in.s_tvalid & stepped.s_tready();
    for_each_port(taken, [&](unsigned i) { cycles = std::min(cycles, stimulus.middle_beats(i)); });
    cycles = std::min(cycles, 50U);
    if (cycles == 0) {
      stepped.step(stimulus.in);
      skipped.step(stimulus.in);
      stimulus.taken(taken);
    } else {
      for (unsigned c = 0; c < cycles; ++c) {
        CHECK((stimulus.in.s_tvalid & stepped.s_tready()) == taken);
        stepped.step(stimulus.in);
        stimulus.taken(taken);
        stimulus.in.s_tvalid |= taken;
      }
      skipped.skip(cycles);
      skips += cycles;
    }
    REQUIRE(same(stepped, skipped));
  }
  CHECK(skips > 5000);
}

}  // namespace

TEMPLATE_TEST_CASE("flows keep order and framing, and occupancies are what is held", "[systemc][unsanitized]",
                   XB_VOQ_TWINS) {
  const unsigned ports = GENERATE(2U, 3U, 5U);
  const unsigned max_length = GENERATE(1U, 5U);
  const bool store_forward = GENERATE(false, true);
  const bool drop = GENERATE(false, true);
  const unsigned variant = GENERATE(0U, 1U, 2U);
  CAPTURE(ports, max_length, store_forward, drop, variant);
  check_flows<TestType>(ports, max_length, store_forward, drop, variant);
}

TEMPLATE_TEST_CASE("skipped cycles leave what stepped ones leave", "[systemc][unsanitized]", XB_VOQ_TWINS) {
  const bool store_forward = GENERATE(false, true);
  const bool drop = GENERATE(false, true);
  const unsigned variant = GENERATE(0U, 1U, 2U);
  const unsigned receivers = GENERATE(100U, 60U);
  CAPTURE(store_forward, drop, variant, receivers);
  check_skipping<TestType>(store_forward, drop, variant, receivers);
}
