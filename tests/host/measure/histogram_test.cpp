// SPDX-License-Identifier: Apache-2.0
#include "host/measure/histogram.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Nearest rank in a sorted list, in whole numbers: the smallest value that at least permille/1000 of the
/// values do not exceed.
std::uint64_t nearest_rank(const std::vector<std::uint64_t>& sorted, std::uint64_t permille) {
  const std::uint64_t rank = std::max<std::uint64_t>(1, (permille * sorted.size() + 999) / 1000);
  return sorted[rank - 1];
}

void check_against(const Histogram& histogram, std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const auto v : values) sum += static_cast<double>(v);
  CHECK(histogram.total() == values.size());
  CHECK(histogram.mean() == Approx(sum / static_cast<double>(values.size())).epsilon(1e-12));
  CHECK(histogram.max() == values.back());
  for (const std::uint64_t permille : {0U, 1U, 10U, 250U, 500U, 900U, 990U, 999U, 1000U}) {
    CAPTURE(permille, values.size());
    CHECK(histogram.quantile(static_cast<double>(permille) / 1000) == nearest_rank(values, permille));
  }
}

}  // namespace

TEST_CASE("percentiles are those of the sorted values", "[host]") {
  const unsigned count = GENERATE(1U, 2U, 99U, 100U, 101U, 1000U, 5003U);
  const unsigned range = GENERATE(1U, 10U, 1000U, 100000U);
  RandomStream random(1, StreamPurpose::Test, count + range);
  Histogram histogram;
  std::vector<std::uint64_t> values;
  for (unsigned n = 0; n < count; ++n) {
    values.push_back(random.below(range));
    histogram.add(values.back());
  }
  check_against(histogram, values);
}

TEST_CASE("a weight counts as that many values", "[host]") {
  RandomStream random(2, StreamPurpose::Test, 0);
  Histogram histogram;
  std::vector<std::uint64_t> values;
  for (unsigned n = 0; n < 200; ++n) {
    const std::uint64_t value = random.below(600);
    const unsigned weight = random.below(9);
    histogram.add(value, weight);
    values.insert(values.end(), weight, value);
  }
  check_against(histogram, values);
}

TEST_CASE("large values are exact too", "[host]") {
  RandomStream random(3, StreamPurpose::Test, 0);
  Histogram histogram;
  std::vector<std::uint64_t> values;
  for (unsigned n = 0; n < 1000; ++n) {
    values.push_back(random.next() >> (24 + random.below(30)));  // up to 2^40, most far from each other
    histogram.add(values.back());
  }
  REQUIRE(*std::max_element(values.begin(), values.end()) > 1U << 30U);
  check_against(histogram, values);
}

TEST_CASE("weights may add up beyond 32 bits, of any value", "[host]") {
  constexpr std::uint64_t kAll = 0xffff'ffff;
  constexpr std::array<std::uint64_t, 6> kWeights{1, kAll - 1, kAll, kAll + 1, 3 * kAll, 7};
  constexpr std::array<std::uint64_t, 6> kValues{0, 1, 7, 8, 70, std::uint64_t{1} << 30U};
  RandomStream random(4, StreamPurpose::Test, 0);
  for (unsigned round = 0; round < 200; ++round) {
    Histogram histogram;
    std::map<std::uint64_t, std::uint64_t> weights;
    const unsigned adds = 1 + random.below(8);
    for (unsigned n = 0; n < adds; ++n) {
      const std::uint64_t value = kValues[random.below(kValues.size())];
      const std::uint64_t weight = kWeights[random.below(kWeights.size())];
      histogram.add(value, weight);
      weights[value] += weight;
    }
    std::uint64_t total = 0;
    long double sum = 0;
    for (const auto& [value, weight] : weights) {
      total += weight;
      sum += static_cast<long double>(value) * static_cast<long double>(weight);
    }
    CHECK(histogram.total() == total);
    CHECK(histogram.mean() == static_cast<double>(sum) / static_cast<double>(total));
    CHECK(histogram.max() == weights.rbegin()->first);
    CHECK(histogram.quantile(0) == weights.begin()->first);
    std::uint64_t binned = 0;
    for (const auto& [value, weight] : histogram.bins()) binned += weight;
    CHECK(binned == total);
    // The value in the middle: at least half of the weight does not exceed it, less does that below.
    const std::uint64_t median = histogram.quantile(0.5);
    std::uint64_t up_to = 0;
    for (const auto& [value, weight] : weights) up_to += value <= median ? weight : 0;
    CHECK(2 * up_to >= total);
    CHECK(2 * (up_to - weights.at(median)) < total);
  }
}

TEST_CASE("the greatest value is found of more weight than a double counts", "[host]") {
  Histogram histogram;
  histogram.add(3, (std::uint64_t{1} << 54U) + 3);  // as a double it is one more
  CHECK(histogram.max() == 3);
}

TEST_CASE("an empty histogram is all zero", "[host]") {
  const Histogram histogram;
  CHECK(histogram.total() == 0);
  CHECK(histogram.mean() == 0);
  CHECK(histogram.quantile(0.5) == 0);
  CHECK(histogram.max() == 0);
}

TEST_CASE("bins hold each value, weigh what it weighs, and are a thirty-second of an octave wide", "[host]") {
  RandomStream random(5, StreamPurpose::Test, 0);
  Histogram histogram;
  std::vector<std::uint64_t> values{0, 1, 62, 63, 64, 65, 66, 127, 128, 131, 132, 1ULL << 40U};
  for (unsigned n = 0; n < 2000; ++n) values.push_back(random.next() >> (24 + random.below(40)));
  for (const std::uint64_t value : values) histogram.add(value);
  std::sort(values.begin(), values.end());
  const HistogramBins bins = histogram.bins();
  REQUIRE(!bins.empty());
  CHECK(bins.back().first == values.back());
  std::size_t at = 0;
  std::uint64_t before = 0;
  for (const auto& [last, weight] : bins) {
    CAPTURE(last);
    REQUIRE(weight > 0);
    CHECK((at == 0 || last > before));
    const std::uint64_t first = values[at];
    CHECK(static_cast<double>(last - first) <= static_cast<double>(first) / 32);
    CHECK((last >= 64 || first == last));
    for (std::uint64_t n = 0; n < weight; ++n) {
      const std::uint64_t value = values.at(at++);
      CHECK((value <= last && (at == 1 || value > before || before == 0)));
    }
    before = last;
  }
  CHECK(at == values.size());
}

TEST_CASE("a bin is named by the greatest value that belongs in it", "[host]") {
  Histogram histogram;
  for (const std::uint64_t value :
       {0U, 62U, 63U, 64U, 65U, 66U, 126U, 127U, 128U, 131U, 132U, 256U, 263U, 264U, 300U})
    histogram.add(value);
  // Two wide from 64, four from 128, eight from 256; the last one by the maximum.
  const HistogramBins want{{0, 1},   {62, 1},  {63, 1},  {65, 2},  {67, 1}, {127, 2},
                           {131, 2}, {135, 1}, {263, 2}, {271, 1}, {300, 1}};
  CHECK(histogram.bins() == want);
}

TEST_CASE("bins of what was never added: none", "[host]") { CHECK(Histogram().bins().empty()); }

TEST_CASE("a histogram of several has the values of all") {
  const std::uint64_t most = std::uint64_t{1} << 40U;
  Histogram some, others, all;
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{70}, most}) {
    some.add(value, 2);
    others.add(value + 1, most);
    all.add(value, 2);
    all.add(value + 1, most);
  }
  some.add(others);
  CHECK(some.bins() == all.bins());
  CHECK(some.total() == all.total());
  CHECK(some.mean() == all.mean());
}
