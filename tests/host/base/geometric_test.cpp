// SPDX-License-Identifier: Apache-2.0
#include "host/base/geometric.h"

#include <cmath>
#include <vector>

#include "host/traffic/burst_lengths.h"
#include "tests/catch.h"

using namespace xb;

namespace {
RandomStream stream(std::uint64_t seed) { return {seed, StreamPurpose::Test, 0}; }
}  // namespace

TEST_CASE("geometric numbers have the geometric law", "[host]") {
  const double success = GENERATE(0.9, 0.5, 0.1, 0.02);
  const Geometric geometric(success);
  RandomStream random = stream(3);
  constexpr unsigned kDraws = 400000;
  // Cells of about equal weight: numbers below each bound, then the rest.
  std::vector<double> count;
  std::vector<double> expected;
  std::vector<std::uint64_t> bounds;
  const auto step = static_cast<std::uint64_t>(std::ceil(0.2 / success));
  for (std::uint64_t bound = step; std::pow(1 - success, static_cast<double>(bound)) * kDraws > 50;
       bound += step) {
    const double above = std::pow(1 - success, static_cast<double>(bound - step));
    expected.push_back(kDraws * (above - std::pow(1 - success, static_cast<double>(bound))));
    bounds.push_back(bound);
  }
  expected.push_back(kDraws * std::pow(1 - success, static_cast<double>(bounds.back())));
  count.resize(expected.size());
  for (unsigned n = 0; n < kDraws; ++n) {
    const std::uint64_t x = geometric.draw(random);
    ++count[std::upper_bound(bounds.begin(), bounds.end(), x) - bounds.begin()];
  }
  double chi_square = 0;
  for (std::size_t cell = 0; cell < count.size(); ++cell) {
    chi_square += (count[cell] - expected[cell]) * (count[cell] - expected[cell]) / expected[cell];
  }
  const auto freedom = static_cast<double>(count.size() - 1);
  CAPTURE(success, chi_square, freedom);
  CHECK(std::abs(chi_square - freedom) < 5 * std::sqrt(2 * freedom));
}

TEST_CASE("rare successes have the right mean, certain ones come at once", "[host]") {
  RandomStream random = stream(4);
  const Geometric rare(1e-6);
  double sum = 0;
  constexpr unsigned kDraws = 100000;
  for (unsigned n = 0; n < kDraws; ++n) sum += static_cast<double>(rare.draw(random));
  CHECK(std::abs(sum / kDraws - 999999) < 5 * 1e6 / std::sqrt(kDraws));
  const Geometric certain(1);
  for (unsigned n = 0; n < 1000; ++n) REQUIRE(certain.draw(random) == 0);
}

TEST_CASE("bursts have geometric lengths of the mean asked for", "[host]") {
  const double mean = GENERATE(1.0, 1.5, 16.0, 300.0);
  BurstLengths bursts(mean, stream(5));
  double packets = 0;
  double begun = 0;
  double single = 0;
  while (begun < 20000) {
    const bool first = bursts.take();
    packets += 1;
    if (!first) continue;
    begun += 1;
    if (bursts.ended()) single += 1;
  }
  CAPTURE(mean, packets / begun);
  CHECK(std::abs(packets / begun - mean) <= 5 * std::sqrt(mean * (mean - 1) / begun) + mean / begun);
  CHECK(std::abs(single / begun - 1 / mean) <= 5 * std::sqrt((1 - 1 / mean) / mean / begun) + 1e-9);
}

TEST_CASE("two of the same stream cut alike", "[host]") {
  BurstLengths one(7, stream(6));
  BurstLengths other(7, stream(6));
  for (unsigned n = 0; n < 1000; ++n) REQUIRE(one.take() == other.take());
}
