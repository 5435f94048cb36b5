// SPDX-License-Identifier: Apache-2.0
#include "systemc/rr_arbiter.h"

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_rr_arbiter picks what its twin picks, and moves on only when told", "[rtl]") {
  Bench bench;
  auto& top = bench.top();
  twin::RrArbiter want(Bench::kPorts);
  want.reset();
  for (int n = 0; n < 5000; ++n) {
    top.rr_req_i = bench.some();
    top.rr_advance_i = top.rr_req_i != 0 && bench.percent(60);
    bench.look();
    REQUIRE(top.rr_valid_o == (top.rr_req_i != 0));
    if (top.rr_req_i != 0) REQUIRE(top.rr_idx_o == want.pick(top.rr_req_i));
    if (top.rr_advance_i) want.advance(top.rr_idx_o);
    bench.clock();
  }
}

TEST_CASE("xb_rr_arbiter serves each of five that ask always once in five grants", "[rtl]") {
  Bench bench;
  auto& top = bench.top();
  top.rr_req_i = Bench::kAll;
  top.rr_advance_i = 1;
  for (unsigned n = 0; n < 20; ++n) {
    bench.look();
    REQUIRE(top.rr_idx_o == n % Bench::kPorts);
    bench.clock();
  }
}
