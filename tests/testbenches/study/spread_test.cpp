// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "testbenches/study/search_tables.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("mean, standard deviation and interval of several values", "[testbenches]") {
  const Spread spread = spread_of({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(spread.mean == 5);
  CHECK(*spread.deviation == Approx(std::sqrt(32.0 / 7)));
  CHECK(*spread.ci95 == Approx(2.365 * std::sqrt(32.0 / 7) / std::sqrt(8.0)));
  CHECK(*spread_of({1, 3}).ci95 == Approx(12.706 * std::sqrt(2.0) / std::sqrt(2.0)));
  CHECK(*spread_of({3, 3, 3}).deviation == 0);
  CHECK_FALSE(spread_of({3}).deviation);
  CHECK_FALSE(spread_of({3}).ci95);
}

TEST_CASE("of normal values the interval holds the mean 95 times in 100", "[testbenches]") {
  std::mt19937_64 random(5);  // NOLINT: the same draws each time
  std::normal_distribution<double> normal(10, 3);
  for (const std::size_t count : {2U, 5U, 10U, 40U}) {
    unsigned holds = 0;
    constexpr unsigned kTrials = 4000;
    for (unsigned trial = 0; trial < kTrials; ++trial) {
      std::vector<double> values(count);
      for (double& value : values) value = normal(random);
      const Spread spread = spread_of(values);
      if (std::abs(spread.mean - 10) <= *spread.ci95) ++holds;
    }
    CAPTURE(count, holds);
    CHECK(holds > 0.935 * kTrials);
    CHECK(holds < 0.965 * kTrials);
  }
}
