// SPDX-License-Identifier: Apache-2.0
// xb_free_list beside the set of addresses that are in use.
#include <set>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_free_list gives out every address that is free, and none twice", "[rtl]") {
  Bench bench;
  auto& top = bench.top();
  std::set<unsigned> used;
  unsigned exhausted = 0;
  unsigned given = 0;
  for (unsigned n = 0; n < 10000; ++n) {
    const unsigned busy = n / 50 % 2 == 0 ? 80 : 30;
    top.free_ready_i = bench.percent(busy);
    top.free_valid_i = !used.empty() && bench.percent(110 - busy);
    if (top.free_valid_i) {
      auto back = used.begin();
      std::advance(back, bench.below(static_cast<unsigned>(used.size())));
      top.free_addr_i = *back;
    }
    bench.look();
    REQUIRE(top.free_valid_o == (used.size() < Bench::kPorts));
    exhausted += top.free_valid_o ? 0 : 1;
    const bool taken = top.free_valid_o && top.free_ready_i;
    const unsigned address = top.free_addr_o;
    if (taken) {
      REQUIRE(address < Bench::kPorts);
      REQUIRE(used.count(address) == 0);
      ++given;
    }
    if (top.free_valid_i) used.erase(top.free_addr_i);
    if (taken) used.insert(address);
    bench.clock();
  }
  CHECK(exhausted > 500);
  CHECK(given > 1000);
}
