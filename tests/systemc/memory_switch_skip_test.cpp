// SPDX-License-Identifier: Apache-2.0
// Short cuts change nothing: a switch that skips all that steady() allows shows what one shows that does not,
// and one without payload, which counts beats in the middle of a packet together, what one with it shows.
#include "host/base/random.h"
#include "tests/catch.h"
#include "tests/systemc/memory_driver.h"

using namespace xb::twin;

namespace {

void require_equal(const MemorySwitch& a, const MemorySwitch& b, unsigned ports) {
  REQUIRE(a.s_tready() == b.s_tready());
  REQUIRE(a.m_tvalid() == b.m_tvalid());
  REQUIRE(a.blocked() == b.blocked());
  REQUIRE(a.idle_with_work() == b.idle_with_work());
  REQUIRE(a.pool() == b.pool());
  for_each_port(a.pool(), [&](unsigned i) { REQUIRE(a.pool_by(i) == b.pool_by(i)); });
  for (unsigned p = 0; p < ports; ++p) {
    REQUIRE(a.occ_beats(p) == b.occ_beats(p));
    REQUIRE(a.occ_packets(p) == b.occ_packets(p));
    REQUIRE(a.queue_words(p) == b.queue_words(p));
    REQUIRE(a.drop_full(p) == b.drop_full(p));
    REQUIRE(a.hol_flags(p) == b.hol_flags(p));
    if ((a.m_tvalid() & bit(p)) == 0) continue;
    REQUIRE(*a.m_tdata(p) == *b.m_tdata(p));
    REQUIRE(a.m_side(p).user == b.m_side(p).user);
    REQUIRE(a.m_side(p).last == b.m_side(p).last);
  }
}

}  // namespace

TEST_CASE("a memory switch that skips cycles equals one that does not", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 8U);
  const bool drop = GENERATE(false, true);
  const bool store_forward = GENERATE(false, true);
  const unsigned max_length = GENERATE(20U, 400U);
  CAPTURE(ports, drop, store_forward, max_length);
  Settings s;
  s.depth = 512;
  s.drop = drop;
  s.store_forward = store_forward;
  s.packet_beats = max_length;
  s.route_delay = max_length / 4;
  MemoryDriver stepped(ports, 512, false, s, 0);
  MemoryDriver skipping(ports, 512, false, s, 0);
  xb::RandomStream random(3, xb::StreamPurpose::Test, ports);
  std::vector<unsigned> left(ports);
  std::vector<bool> first(ports);
  std::uint64_t skipped = 0;
  constexpr std::uint64_t kCycles = 40000;
  PortMask ready = 0;
  while (stepped.cycle < kCycles) {
    for (unsigned i = 0; i < ports; ++i) {
      if (left[i] == 0 && random.below(200) == 0) {
        left[i] = 1 + random.below(max_length);
        first[i] = true;
        stepped.dest[i] = skipping.dest[i] = static_cast<std::uint8_t>(random.below(ports));
        stepped.data[i] = skipping.data[i] = random.next();
      }
    }
    if (random.below(100) == 0) ready = random.next() & ((PortMask{1} << ports) - 1);
    PortMask valid = 0, last = 0, user = 0;
    std::uint32_t middle = ~0U;  // cycles without a first or a last beat
    for (unsigned i = 0; i < ports; ++i) {
      if (left[i] == 0) continue;
      valid |= bit(i);
      if (left[i] == 1) last |= bit(i);
      if (first[i]) user |= bit(i);
      middle = std::min(middle, first[i] ? 0 : left[i] - 1);
    }
    for (MemoryDriver* d : {&stepped, &skipping}) {
      d->in.m_tready = ready;
      d->in.s_tvalid = valid;
      d->in.s_tlast = last;
      d->in.s_tuser = user;
    }
    require_equal(stepped.sw, skipping.sw, ports);
    const PortMask taken = stepped.taken();
    const std::uint32_t cycles = std::min({skipping.sw.steady(skipping.in), middle, 1 + random.below(50)});
    if (cycles == 0) {
      stepped.step();
      skipping.step();
      for_each_port(taken, [&](unsigned i) {
        --left[i];
        first[i] = false;
      });
      continue;
    }
    skipping.sw.skip(cycles);
    skipped += cycles;
    for (std::uint32_t n = 0; n < cycles; ++n) {
      stepped.in.s_tvalid = valid;
      stepped.step();
    }
    for_each_port(taken, [&](unsigned i) { left[i] -= cycles; });
  }
  CHECK(skipped > kCycles / 100);
}

TEST_CASE("a memory switch without payload equals one with it", "[systemc]") {
  const unsigned ports = GENERATE(2U, 4U, 5U);
  const bool per_output = GENERATE(false, true);
  const unsigned max_length = GENERATE(4U, 12U);
  CAPTURE(ports, per_output, max_length);
  // Always a packet at each input, and memory for a part of them: stages fill, slots for words as well as
  // pairs.
  Settings s;
  s.depth = 64;
  s.packet_beats = max_length;
  MemoryDriver with(ports, 64, per_output, s, 1);
  MemoryDriver without(ports, 64, per_output, s, 0);
  xb::RandomStream random(4, xb::StreamPurpose::Test, ports);
  std::vector<unsigned> left(ports);
  std::vector<unsigned> dest(ports);
  std::vector<bool> first(ports);
  while (with.cycle < 20000) {
    require_equal(with.sw, without.sw, ports);
    for (unsigned i = 0; i < ports; ++i) {
      if (left[i] == 0) {
        left[i] = 1 + random.below(max_length);
        dest[i] = random.below(ports);
        first[i] = true;
      }
      for (MemoryDriver* d : {&with, &without}) d->offer(i, dest[i], 7, first[i], left[i] == 1);
    }
    for_each_port(with.taken(), [&](unsigned i) {
      --left[i];
      first[i] = false;
    });
    with.step();
    without.step();
  }
}
