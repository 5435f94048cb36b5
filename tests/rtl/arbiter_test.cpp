// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter.h"

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_arbiter picks what its twin picks, of every kind", "[rtl]") {
  const auto kind =
      GENERATE(Arbitration::RoundRobin, Arbitration::Random, Arbitration::Oldest, Arbitration::Weighted);
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
  SwitchSettings settings;
  settings.arbiter = kind;
  settings.input_weights = 0x5a7031f;  // of the five 15, 1, 3, 0 as 1, 7
  top.arbiter_weights_i = settings.input_weights;
  want.set(settings);
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

TEST_CASE("xb_arbiter does as its twin where the discipline and weights change", "[rtl]") {
  Bench bench;
  auto& top = bench.top();
  twin::Arbiter want(Bench::kPorts, 3);
  want.reset();
  SwitchSettings settings;
  for (int n = 0; n < 5000; ++n) {
    if (bench.percent(20)) {
      settings.arbiter = bench.percent(60) ? Arbitration::Weighted : static_cast<Arbitration>(bench.below(3));
      for (unsigned i = 0; i < Bench::kPorts; ++i)
        settings.input_weights = settings.input_weights << 4U | (bench.percent(30) ? 15U : bench.below(4));
      want.set(settings);
    }
    top.arbiter_kind_i = static_cast<unsigned>(settings.arbiter);
    top.arbiter_weights_i = settings.input_weights;
    top.arbiter_req_i = bench.percent(70) ? (1U << Bench::kPorts) - 1 : bench.some();
    top.arbiter_advance_i = top.arbiter_req_i != 0 && bench.percent(80);
    bench.look();
    if (top.arbiter_req_i != 0)
      REQUIRE(top.arbiter_idx_o == want.pick(settings.arbiter, top.arbiter_req_i,
                                             [&](unsigned i) { return top.arbiter_age_i[i]; }));
    if (top.arbiter_advance_i) want.advance(settings.arbiter, top.arbiter_idx_o);
    bench.clock();
  }
}
