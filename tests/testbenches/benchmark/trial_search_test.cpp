// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_search.h"

#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"

using namespace xb;

namespace {

/// Searches a switch that loses frames from a load on.
TrialSearch search_made_up(const BenchPlan& plan, unsigned first_lossy, std::size_t& trials) {
  TrialBook book;
  for (;;) {
    book.ask_again();
    const TrialSearch search = find_throughput(book, plan, kPortPairs, plan.sizes.front());
    if (!search.open) return search;
    REQUIRE_FALSE(book.wanted().empty());
    REQUIRE(trial_cost(book.wanted().front()) > 0);
    const std::vector<Trial> wanted = book.wanted();
    for (const Trial& trial : wanted) {
      ++trials;
      TrialResult result;
      result.due = result.sent = 1000;
      result.lost = trial.streams.front().load.num >= first_lossy ? 1 : 0;
      book.learn(trial, result);
    }
  }
}

}  // namespace

TEST_CASE("throughput is the largest load without loss", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("output", 4, 64), {64}, 100, 2000);
  for (const unsigned first_lossy : {2U, 3U, 50U, 99U, 100U}) {
    std::size_t trials = 0;
    const TrialSearch search = search_made_up(plan, first_lossy, trials);
    CAPTURE(first_lossy);
    REQUIRE(search.value);
    CHECK(*search.value == first_lossy - 1);
    CHECK_FALSE(search.all);
    CHECK_FALSE(search.uneven);
    CHECK(trials <= 11);
  }
  std::size_t trials = 0;
  const TrialSearch all = search_made_up(plan, 101, trials);
  CHECK(all.value == 100U);
  CHECK(all.all);
  CHECK(trials == 2);
  CHECK_FALSE(search_made_up(plan, 1, trials).value);
}

TEST_CASE("frames that back-pressure holds off make a trial fail", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("output", 4, 64), {64}, 100, 2000);
  TrialResult result;
  result.due = 1000;
  result.sent = 995;
  CHECK(passes_clean(plan, result));
  result.sent = 994;
  CHECK_FALSE(passes_clean(plan, result));
  result.sent = 1000;
  result.lost = 1;
  CHECK_FALSE(passes_clean(plan, result));
}
