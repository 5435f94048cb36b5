// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter.h"

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_arbiter picks what its twin picks, of every kind", "[rtl]") {
  const auto kind = GENERATE(Arbitration::RoundRobin, Arbitration::Random, Arbitration::Oldest);
  // None is taken over; one; one that would leave the generator at 0.
  const auto seed = GENERATE(0U, 77U, 0x78dde6e4U);
  Bench bench;
  auto& top = bench.top();
  twin::Arbiter want(Bench::kPorts, 3);
  want.reset();
  if (seed != 0) want.load(seed);
  top.arbiter_kind_i = static_cast<unsigned>(kind);
  top.arbiter_seed_i = seed;
  top.arbiter_load_i = seed != 0;
  bench.clock();
  top.arbiter_load_i = 0;
  for (int n = 0; n < 5000; ++n) {
    top.arbiter_req_i = bench.some();
    for (unsigned i = 0; i < Bench::kPorts; ++i) {
      // Equal ages among them, and the largest.
      top.arbiter_age_i[i] = bench.percent(10) ? ~0U : bench.below(4);
    }
    top.arbiter_advance_i = top.arbiter_req_i != 0 && bench.percent(60);
    bench.look();
    REQUIRE(top.arbiter_valid_o == (top.arbiter_req_i != 0));
    if (top.arbiter_req_i != 0) {
      const unsigned pick =
          want.pick(kind, top.arbiter_req_i, [&](unsigned i) { return top.arbiter_age_i[i]; });
      REQUIRE(top.arbiter_idx_o == pick);
    }
    if (top.arbiter_advance_i) want.advance(kind, top.arbiter_idx_o);
    bench.clock();
  }
}
