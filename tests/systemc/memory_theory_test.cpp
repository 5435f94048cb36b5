// SPDX-License-Identifier: Apache-2.0
// Cells of as many beats as there are ports, one a slot: what queueing theory says of output queues and of a
// shared memory (Karol, Hluchyj, Morgan 1987; Hluchyj, Karol 1988; Choudhury, Hahne 1998).
#include <deque>

#include "host/base/random.h"
#include "host/switches/memory_timing.h"
#include "tests/catch.h"
#include "tests/systemc/memory_driver.h"

using namespace xb::twin;

namespace {

struct Measured {
  double wait_slots, loss;
};

std::uint64_t zero_load(const MemorySwitch& /*sw*/, const xb::LonePacket& p) {
  return xb::memory_zero_load_cycles(p);
}
std::uint64_t zero_load(const MemorySwitchPipe& /*sw*/, const xb::LonePacket& p) {
  return xb::pipe_memory_zero_load_cycles(p);
}

/// Bernoulli arrivals at all inputs at the start of each slot, uniform over the outputs.
template <class Driver>
Measured measure(unsigned ports, double load, unsigned depth_cells, bool drop, bool per_output,
                 unsigned slots) {
  Settings s;
  s.depth = depth_cells * 2 * ports;
  s.drop = drop;
  s.packet_beats = ports;
  Driver d(ports, s.depth, per_output, s, 0);
  xb::RandomStream random(1, xb::StreamPurpose::Test, ports);
  const std::uint64_t threshold = xb::RandomStream::threshold(load);
  std::vector<unsigned> left(ports);
  std::uint64_t offered = 0, waited = 0, measured = 0;
  while (d.cycle < std::uint64_t{slots} * ports) {
    for (unsigned i = 0; i < ports && d.cycle % ports == 0; ++i) {
      if (!random.chance(threshold)) continue;
      left[i] = ports;
      d.dest[i] = static_cast<std::uint8_t>(random.below(ports));
      d.data[i] = d.cycle * 64 + i;
      ++offered;
    }
    for (unsigned i = 0; i < ports; ++i) {
      if (left[i] > 0) d.offer(i, d.dest[i], d.data[i], left[i] == ports, left[i] == 1);
    }
    REQUIRE(d.taken() == d.in.s_tvalid);
    for_each_port(d.taken(), [&](unsigned i) { --left[i]; });
    for_each_port(d.sw.m_tvalid(), [&](unsigned j) {
      if (!d.sw.m_side(j).user || d.cycle < std::uint64_t{slots}) return;
      const std::uint64_t tag = *d.sw.m_tdata(j);
      const auto input = static_cast<unsigned>(tag % 64);
      waited += d.cycle - tag / 64 - zero_load(d.sw, {ports, input, j, tag / 64, ports, false, 0});
      ++measured;
    });
    d.step();
  }
  std::uint64_t dropped = 0;
  for (unsigned j = 0; j < ports; ++j) dropped += d.sw.drop_full(j);
  return {static_cast<double>(waited) / static_cast<double>(measured) / ports,
          static_cast<double>(dropped) / static_cast<double>(offered)};
}

/// What a pipelined memory loses of one cell a word, by its turns alone: input c % ports has its turn in
/// cycle c, and its cell may be read six cycles later at the earliest; output (c - 5) % ports reads in cycle
/// c.
double lost_by_turns(unsigned ports, double load, unsigned cells, bool per_output, unsigned slots) {
  xb::RandomStream random(2, xb::StreamPurpose::Test, ports);
  const std::uint64_t threshold = xb::RandomStream::threshold(load);
  std::vector<std::deque<std::uint64_t>> queues(ports);
  std::uint64_t offered = 0, lost = 0;
  for (std::uint64_t cycle = 6; cycle < std::uint64_t{slots} * ports; ++cycle) {
    auto& read = queues[(cycle - 5) % ports];
    if (!read.empty() && read.front() + 6 <= cycle) read.pop_front();
    if (!random.chance(threshold)) continue;
    ++offered;
    auto& queue = queues[random.below(ports)];
    std::size_t used = 0;
    for (const auto& q : queues) used += q.empty() ? 0 : q.size() - 1;
    const bool room = queue.empty() || (per_output ? queue.size() <= cells : used < cells);
    if (room) queue.push_back(cycle);
    lost += room ? 0 : 1;
  }
  return static_cast<double>(lost) / static_cast<double>(offered);
}

}  // namespace

TEST_CASE("cells wait as long as in ideal output queues", "[systemc][unsanitized]") {
  const auto [ports, load, slots] = GENERATE(table<unsigned, double, unsigned>(
      {{4, 0.5, 100000}, {4, 0.8, 100000}, {8, 0.6, 100000}, {16, 0.8, 100000}}));
  CAPTURE(ports, load);
  const double want = (ports - 1.0) / ports * load / (2 * (1 - load));
  CHECK(measure<MemoryDriver>(ports, load, 1000, false, true, slots).wait_slots ==
        Approx(want).epsilon(0.02));
  CHECK(measure<PipeDriver>(ports, load, 1000, false, true, slots).wait_slots == Approx(want).epsilon(0.02));
}

TEST_CASE("output queues of b cells lose what theory says", "[systemc][long]") {
  // N = 16, load 0.8, b cells left after the slot's departures. The cell that comes in the very cycle in
  // which its output takes its turn does not see the departure: at b = 1 one in 16 arrivals loses 2/3 as
  // often again.
  const auto [cells, want, tolerance] = GENERATE(
      table<unsigned, double, double>({{1, 1.347e-1, 0.06}, {4, 2.438e-2, 0.06}, {8, 3.614e-3, 0.1}}));
  CAPTURE(cells);
  CHECK(measure<MemoryDriver>(16, 0.8, cells, true, true, 100000).loss == Approx(want).epsilon(tolerance));
}

TEST_CASE("a shared memory loses what a model of its turns says, less than the textbook's slots",
          "[systemc][long]") {
  // Textbook, all arrivals of a slot before all its departures: 5.23e-2, 3.47e-3. With turns, input k's
  // arrival and output k's departure one after the other for k = 0..15, a slot simulation gives:
  const auto [cells, want] = GENERATE(table<unsigned, double>({{16, 3.88e-2}, {32, 1.68e-3}}));
  CAPTURE(cells);
  CHECK(measure<MemoryDriver>(16, 0.8, cells, true, false, 200000).loss == Approx(want).epsilon(0.06));
}

TEST_CASE("a pipelined memory loses what a model of its turns says", "[systemc][long]") {
  // Rare losses come many at once.
  const auto [cells, per_output, tolerance] = GENERATE(table<unsigned, bool, double>(
      {{1, true, 0.06}, {4, true, 0.06}, {8, true, 0.1}, {16, false, 0.06}, {32, false, 0.12}}));
  CAPTURE(cells, per_output);
  const double want = lost_by_turns(16, 0.8, cells, per_output, 400000);
  CHECK(measure<PipeDriver>(16, 0.8, cells, true, per_output, 100000).loss ==
        Approx(want).epsilon(tolerance));
}

TEMPLATE_TEST_CASE("overloaded queues settle at alpha B / (1 + alpha S) words of the pool",
                   "[systemc][unsanitized]", MemoryDriver, PipeDriver) {
  constexpr unsigned kPorts = 16, kPool = 1200;
  const auto [code, overloaded] =
      GENERATE(table<unsigned, unsigned>({{3, 2}, {2, 8}, {6, 4}, {0, 4}, {3, 1}, {4, 8}}));
  const double alpha = (1U << code) / 8.0;
  Settings s;
  s.depth = kPool * 2 * kPorts;
  s.drop = true;
  s.packet_beats = kPorts;
  s.sharing = Sharing::Dynamic;
  s.alpha = static_cast<std::uint8_t>(code);
  TestType d(kPorts, s.depth, false, s, 0);
  while (d.cycle < 400000) {
    for (unsigned i = 0; i < kPorts; ++i) {
      const bool first = d.cycle % kPorts == 0;
      d.offer(i, (d.cycle / kPorts + i) % overloaded, 0, first, d.cycle % kPorts == kPorts - 1);
    }
    d.step();
  }
  const double want = alpha * kPool / (1 + alpha * overloaded);
  CAPTURE(alpha, overloaded, want);
  for (unsigned j = 0; j < overloaded; ++j) {
    CHECK(d.sw.queue_words(j) - 1.0 >= want - 2);
    CHECK(d.sw.queue_words(j) - 1.0 <= want + 2);
  }
}
