// SPDX-License-Identifier: Apache-2.0
// xb_fifo beside a queue of the standard library.
#include <deque>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

TEST_CASE("xb_fifo is a queue of any depth up to its largest, a push and a pop a cycle", "[rtl]") {
  const unsigned depth = GENERATE(1U, 2U, 4U, 5U);
  Bench bench;
  auto& top = bench.top();
  top.fifo_depth_i = depth;
  std::deque<std::pair<unsigned, unsigned>> want;
  unsigned full = 0;
  unsigned both = 0;
  for (unsigned n = 0; n < 10000; ++n) {
    const unsigned busy = n / 50 % 2 == 0 ? 80 : 30;  // it fills, and it empties
    top.fifo_valid_i = bench.percent(busy);
    top.fifo_data_i = n * 0x9e3779b9U;
    top.fifo_side_i = bench.below(64);
    top.fifo_ready_i = bench.percent(110 - busy);
    bench.look();
    REQUIRE(top.fifo_count_o == want.size());
    REQUIRE(top.fifo_ready_o == (want.size() < depth));
    REQUIRE(top.fifo_valid_o == !want.empty());
    if (!want.empty()) {
      REQUIRE(top.fifo_data_o == want.front().first);
      REQUIRE(top.fifo_side_o == want.front().second);
    }
    const bool push = top.fifo_valid_i && top.fifo_ready_o;
    const bool pop = top.fifo_valid_o && top.fifo_ready_i;
    if (pop) want.pop_front();
    if (push) want.emplace_back(top.fifo_data_i, top.fifo_side_i);
    full += want.size() == depth ? 1 : 0;
    both += push && pop ? 1 : 0;
    bench.clock();
  }
  CHECK(full > 1000);
  if (depth > 1) CHECK(both > 500);
}
