// SPDX-License-Identifier: Apache-2.0
#include "host/base/random.h"

#include <cmath>
#include <set>
#include <vector>

#include "host/base/geometric.h"
#include "host/traffic/burst_lengths.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kPurposes = 5;

StreamPurpose purpose(unsigned n) { return static_cast<StreamPurpose>(n); }

/// Bits in which the next `words` numbers of two streams agree, as a share.
double agreement(RandomStream a, RandomStream b, unsigned words) {
  unsigned same = 0;
  for (unsigned n = 0; n < words; ++n)
    same += static_cast<unsigned>(__builtin_popcountll(~(a.next() ^ b.next())));
  return same / (64.0 * words);
}

RandomStream stream(std::uint64_t seed) { return {seed, StreamPurpose::Test, 0}; }

}  // namespace

TEST_CASE("random numbers are those of SplitMix64", "[host]") {
  // The published generator from state 0 (as used to seed xoshiro).
  RandomStream stream;
  CHECK(stream.next() == 0xe220a8397b1dcdafU);
  CHECK(stream.next() == 0x6e789e6aa1b965f4U);
  CHECK(stream.next() == 0x06c45d188009454fU);
  CHECK(stream.next() == 0xf88bb8a8724c81ecU);
}

TEST_CASE("streams of different seed, purpose or port share no numbers", "[host]") {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (const std::uint64_t seed : {0U, 1U, 2U, 63U}) {
    for (unsigned p = 1; p <= kPurposes; ++p) {
      for (unsigned port = 0; port < 64; ++port) {
        RandomStream stream(seed, purpose(p), port);
        for (int n = 0; n < 100; ++n, ++drawn) seen.insert(stream.next());
      }
    }
  }
  CHECK(seen.size() == drawn);
}

TEST_CASE("streams of neighbouring ports, purposes and seeds are uncorrelated", "[host]") {
  constexpr unsigned kWords = 2000;
  const double sigma = 0.5 / std::sqrt(64.0 * kWords);
  for (unsigned port = 0; port < 63; ++port) {
    CAPTURE(port);
    const RandomStream stream(1, StreamPurpose::Arrival, port);
    CHECK(std::abs(agreement(stream, {1, StreamPurpose::Arrival, port + 1}, kWords) - 0.5) < 5 * sigma);
    CHECK(std::abs(agreement(stream, {1, StreamPurpose::Destination, port}, kWords) - 0.5) < 5 * sigma);
    CHECK(std::abs(agreement(stream, {2, StreamPurpose::Arrival, port}, kWords) - 0.5) < 5 * sigma);
  }
}

TEST_CASE("the same seed, purpose and port give the same stream", "[host]") {
  CHECK(agreement({7, StreamPurpose::Length, 3}, {7, StreamPurpose::Length, 3}, 1000) == 1.0);
}

TEST_CASE("chances of 0 and 1 are exact", "[host]") {
  RandomStream stream(1, StreamPurpose::Test, 0);
  unsigned never = 0;
  unsigned always = 0;
  for (int n = 0; n < 100000; ++n) {
    never += stream.chance(RandomStream::threshold(0)) ? 1 : 0;
    always += stream.chance(RandomStream::threshold(1)) ? 1 : 0;
  }
  CHECK(never == 0);
  CHECK(always == 100000);
  // Not by luck: no number can reach the threshold of 1, half of the largest 64-bit number.
  CHECK(RandomStream::threshold(1) > (~std::uint64_t{0} >> 1U));
}

TEST_CASE("a chance comes true as often as it says", "[host]") {
  const double p = GENERATE(0.001, 0.25, 0.5, 0.9, 0.999);
  constexpr double kDraws = 400000;
  RandomStream stream(3, StreamPurpose::Test, 1);
  double hits = 0;
  for (int n = 0; n < kDraws; ++n) hits += stream.chance(RandomStream::threshold(p)) ? 1 : 0;
  CAPTURE(p, hits);
  CHECK(std::abs(hits / kDraws - p) < 5 * std::sqrt(p * (1 - p) / kDraws));
}

TEST_CASE("numbers below n are uniform", "[host]") {
  const unsigned n = GENERATE(1U, 2U, 3U, 7U, 16U, 63U, 64U);
  constexpr unsigned kDraws = 200000;
  RandomStream stream(5, StreamPurpose::Destination, 2);
  std::vector<unsigned> count(n);
  for (unsigned d = 0; d < kDraws; ++d) {
    const auto value = stream.below(n);
    REQUIRE(value < n);
    ++count[value];
  }
  const double expected = double{kDraws} / n;
  double chi_square = 0;
  for (const unsigned c : count) chi_square += (c - expected) * (c - expected) / expected;
  const double freedom = n - 1.0;
  CAPTURE(n, chi_square);
  CHECK(chi_square <= freedom + 5 * std::sqrt(2 * freedom));
}

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
