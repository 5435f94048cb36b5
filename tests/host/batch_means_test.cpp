// SPDX-License-Identifier: Apache-2.0
#include "host/batch_means.h"

#include <cmath>
#include <limits>

#include "host/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kRuns = 1000;
constexpr double kMean = 3.0;

double uniform(RandomStream& random) { return static_cast<double>(random.next() >> 11U) * 0x1p-53; }

/// Share of kRuns runs whose interval holds the true mean, for a series x' = phi x + noise.
double coverage(double phi, unsigned stretches) {
  unsigned held = 0;
  for (unsigned run = 0; run < kRuns; ++run) {
    RandomStream random(1, StreamPurpose::Test, run);
    BatchMeans batches;
    double x = 0;
    for (unsigned n = 0; n < 100; ++n) x = phi * x + uniform(random) - 0.5;  // into its steady state
    for (unsigned n = 0; n < stretches; ++n) {
      x = phi * x + uniform(random) - 0.5;
      batches.add(x + kMean, 1);
    }
    if (std::abs(batches.mean() - kMean) <= batches.ci95()) ++held;
  }
  return static_cast<double>(held) / kRuns;
}

}  // namespace

TEST_CASE("the interval holds the true mean of independent values 95 times in 100", "[host]") {
  const unsigned stretches = GENERATE(20U, 64U, 65U, 100U, 1000U);
  CAPTURE(stretches);
  // Three standard deviations of the estimate itself are 0.02.
  CHECK(std::abs(coverage(0, stretches) - 0.95) < 0.022);
}

TEST_CASE("the interval holds the true mean of a correlated series 95 times in 100", "[host]") {
  // Neighbours are correlated by 0.8: taking the 4000 values for independent would hold it 49 times in 100.
  CHECK(std::abs(coverage(0.8, 4000) - 0.95) < 0.025);
}

TEST_CASE("the interval is Student's", "[host]") {
  // 20 batches, alternately 9 and 11: variance 20/19; 97.5 % quantile for 19 degrees of freedom: 2.0930.
  BatchMeans batches;
  for (int n = 0; n < 20; ++n) batches.add(n % 2 == 0 ? 9 : 11, 1);
  const double expected = 2.0930 * std::sqrt(20.0 / 19 / 20);
  CHECK(batches.ci95() == Approx(expected).epsilon(0.003));
  CHECK(batches.relative_ci95() == Approx(expected / 10).epsilon(0.003));
}

TEST_CASE("the mean is exact for every length of the series", "[host]") {
  RandomStream random(2, StreamPurpose::Test, 0);
  BatchMeans batches;
  double sum = 0;
  double weight = 0;
  for (int n = 1; n <= 2000; ++n) {
    const double w = random.below(4);
    const double s = w * random.below(1000);
    batches.add(s, w);
    sum += s;
    weight += w;
    if (weight > 0) REQUIRE(batches.mean() == sum / weight);  // whole numbers: no rounding
  }
}

TEST_CASE("joining batches keeps what they say about the spread", "[host]") {
  // Values that alternate within every pair: once pairs are joined, all batches are alike.
  BatchMeans batches;
  for (int n = 0; n < 64; ++n) batches.add(n % 2, 1);
  CHECK(batches.ci95() > 0.1);
  for (int n = 64; n < 256; ++n) batches.add(n % 2, 1);
  CHECK(batches.ci95() == Approx(0).margin(1e-12));
  CHECK(batches.mean() == 0.5);
}

TEST_CASE("an interval needs 20 batches that hold something", "[host]") {
  const double infinite = std::numeric_limits<double>::infinity();
  BatchMeans batches;
  CHECK(batches.relative_ci95() == infinite);
  for (int n = 0; n < 19; ++n) batches.add(n, 1);
  CHECK(batches.ci95() == 0);
  CHECK(batches.relative_ci95() == infinite);
  for (int n = 0; n < 30; ++n) batches.add(0, 0);  // stretches without a packet
  CHECK(batches.ci95() == 0);
  CHECK(batches.relative_ci95() == infinite);
  batches.add(19, 1);
  CHECK(batches.relative_ci95() > 0);
  CHECK(batches.relative_ci95() < infinite);
}

TEST_CASE("around a mean of 0 only a constant is known", "[host]") {
  BatchMeans constant;
  BatchMeans varying;
  for (int n = 0; n < 40; ++n) {
    constant.add(0, 1);
    varying.add(n % 2 == 0 ? 1 : -1, 1);
  }
  CHECK(constant.relative_ci95() == 0);
  CHECK(varying.relative_ci95() == std::numeric_limits<double>::infinity());
}
