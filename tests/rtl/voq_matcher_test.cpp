// SPDX-License-Identifier: Apache-2.0
#include "systemc/voq_matcher.h"

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_voq_matcher matches as its twin, by every scheduler and in any rounds", "[rtl]") {
  const auto scheduler = GENERATE(Scheduler::Islip, Scheduler::Pim, Scheduler::Rrm);
  const unsigned iterations = GENERATE(1U, 2U, 3U, 4U);
  Bench bench;
  auto& top = bench.top();
  twin::VoqMatcher want(Bench::kPorts);
  want.reset();
  want.load(79);
  top.voq_scheduler_i = static_cast<unsigned>(scheduler);
  top.voq_iterations_i = iterations;
  top.voq_seed_i = 79;
  top.voq_load_i = 1;
  bench.clock();
  top.voq_load_i = 0;
  unsigned pairs = 0;
  for (unsigned n = 0; n < 3000; ++n) {
    top.voq_in_free_i = bench.some() | bench.some();
    top.voq_out_free_i = bench.some() | bench.some();
    top.voq_able_i = top.voq_exhausted_i = 0;
    bench.look();
    REQUIRE(top.voq_work_o == want.work());
    const PortMask matched = want.match(scheduler, iterations, top.voq_in_free_i, top.voq_out_free_i);
    REQUIRE(top.voq_match_o == matched);
    for_each_port(matched, [&](unsigned i) {
      REQUIRE((top.voq_match_dest_o >> 3 * i & 7U) == want.dest(i));
      ++pairs;
    });
    // Some of what was matched was the last for its output, and new packets come.
    const unsigned exhausted = bench.some() & static_cast<unsigned>(matched);
    top.voq_exhausted_i = exhausted;
    top.voq_able_i = bench.some();
    unsigned dests = 0;
    for (unsigned i = 0; i < Bench::kPorts; ++i) dests |= bench.below(Bench::kPorts) << 3 * i;
    top.voq_able_dest_i = dests;
    for_each_port(exhausted, [&](unsigned i) { want.keep(i, want.dest(i), false); });
    for_each_port(top.voq_able_i, [&](unsigned i) { want.request(i, dests >> 3 * i & 7U); });
    bench.clock();
  }
  CHECK(pairs > 3000);
}
