// SPDX-License-Identifier: Apache-2.0
// Intervals of series whose mean is known: independent values, x' = phi x + noise, waits of a queue.
#include "host/measure/batch_means.h"

#include <cmath>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr double kMean = 3.0;

double uniform(RandomStream& random) { return static_cast<double>(random.next() >> 11U) * 0x1p-53; }

/// x' = phi x + noise around kMean, from its steady state; the correlation falls by e in -1/ln(phi) steps.
class Recursion {
 public:
  Recursion(double phi, unsigned run) : phi_(phi), random_(1, StreamPurpose::Test, run) {
    const unsigned to_forget = phi == 0 ? 1 : static_cast<unsigned>(-5 / std::log(phi));
    for (unsigned n = 0; n < to_forget; ++n) next();
  }
  double next() {
    x_ = phi_ * x_ + uniform(random_) - 0.5;
    return x_ + kMean;
  }

 private:
  double phi_;
  double x_ = 0;
  RandomStream random_;
};

/// Waits of successive customers of an M/M/1 queue with that load, in mean service times.
class Waits {
 public:
  Waits(double load, unsigned run) : load_(load), random_(2, StreamPurpose::Test, run) {
    for (unsigned n = 0; n < 20 / ((1 - load) * (1 - load)); ++n) next();
  }
  double next() {
    const double wait = wait_;
    wait_ = std::max(0.0, wait_ - std::log(1 - uniform(random_)) + std::log(1 - uniform(random_)) / load_);
    return wait;
  }
  static double mean(double load) { return load / (1 - load); }

 private:
  double load_;
  double wait_ = 0;
  RandomStream random_;
};

/// How many of `runs` intervals are known, and how many of these do not hold the true mean.
struct Tally {
  unsigned known = 0, wrong = 0;
  void add(const BatchMeans& batches, double truth) {
    const auto half_width = batches.ci95();
    if (!half_width) return;
    ++known;
    if (std::abs(batches.mean() - truth) > *half_width) ++wrong;
  }
};

Tally tally_recursion(double phi, unsigned stretches, unsigned runs) {
  Tally tally;
  for (unsigned run = 0; run < runs; ++run) {
    Recursion series(phi, run);
    BatchMeans batches;
    for (unsigned n = 0; n < stretches; ++n) batches.add(series.next(), 1);
    tally.add(batches, kMean);
  }
  return tally;
}

Tally tally_waits(double load, unsigned stretches, unsigned runs) {
  Tally tally;
  for (unsigned run = 0; run < runs; ++run) {
    Waits waits(load, run);
    BatchMeans batches;
    for (unsigned n = 0; n < stretches; ++n) {
      double sum = 0;
      for (unsigned customer = 0; customer < 8; ++customer) sum += waits.next();
      batches.add(sum, 8);
    }
    tally.add(batches, Waits::mean(load));
  }
  return tally;
}

void check_independent(unsigned runs) {
  const unsigned stretches = GENERATE(128U, 129U, 1000U, 1024U, 1025U, 3000U);
  const Tally tally = tally_recursion(0, stretches, runs);
  CAPTURE(stretches, tally.known, tally.wrong);
  CHECK(tally.known >= 0.93 * runs);
  CHECK(tally.wrong <= 0.08 * runs);  // 5 %, and what chance allows 200 runs
  CHECK(tally.wrong >= 0.002 * runs);
}

void check_long_enough(unsigned runs) {
  const auto [phi, times] =
      GENERATE(table<double, unsigned>({{0.8, 300}, {0.98, 300}, {0.98, 1000}, {0.995, 300}}));
  const auto stretches = static_cast<unsigned>(times / -std::log(phi));
  const Tally tally = tally_recursion(phi, stretches, runs);
  CAPTURE(phi, stretches, tally.known, tally.wrong);
  CHECK(tally.known >= 0.9 * runs);
  CHECK(tally.wrong <= 0.09 * runs);
}

void check_too_short(unsigned runs) {
  // In correlation times: less than one, a few, some tens. A run this short looks smooth, not settled.
  const auto [phi, stretches] = GENERATE(table<double, unsigned>(
      {{0.9, 128}, {0.98, 128}, {0.98, 500}, {0.98, 2000}, {0.999, 128}, {0.999, 1000}, {0.999, 30000}}));
  const Tally tally = tally_recursion(phi, stretches, runs);
  CAPTURE(phi, stretches, tally.known, tally.wrong);
  CHECK(tally.wrong <= 0.05 * runs);
  CHECK(tally.known <= 0.15 * runs);
}

void check_waits(unsigned runs) {
  const auto [load, stretches, known] = GENERATE(table<double, unsigned, double>(
      {{0.5, 1000, 0.9}, {0.8, 4000, 0.9}, {0.9, 500, 0.0}, {0.9, 2000, 0.0}, {0.9, 20000, 0.9}}));
  const Tally tally = tally_waits(load, stretches, runs);
  CAPTURE(load, stretches, tally.known, tally.wrong);
  CHECK(tally.known >= known * runs);
  CHECK(tally.wrong <= 0.1 * runs);
}

/// So many bursts on average in a run, of sizes that differ, with long times between them: losses, say.
void check_rare(unsigned runs) {
  const unsigned bursts = GENERATE(3U, 6U, 12U, 40U);
  constexpr unsigned kStretches = 1000;
  Tally tally;
  for (unsigned run = 0; run < runs; ++run) {
    RandomStream random(4, StreamPurpose::Test, run);
    BatchMeans batches;
    for (unsigned n = 0; n < kStretches; ++n)
      batches.add(random.below(kStretches) < bursts ? -std::log(1 - uniform(random)) : 0, 1);
    if (batches.mean() > 0) tally.add(batches, bursts / static_cast<double>(kStretches));
  }
  CAPTURE(bursts, tally.known, tally.wrong);
  CHECK(tally.known >= (bursts < 12 ? 0.1 : 0.8) * runs);
  CHECK(tally.wrong <= 0.08 * tally.known);
}

}  // namespace

TEST_CASE("the interval of independent values is known, and holds the true mean 95 times in 100", "[host]") {
  check_independent(200);
}

TEST_CASE("the interval of a correlated series holds the true mean if the series is long enough", "[host]") {
  check_long_enough(100);
}

TEST_CASE("the interval of a series that is short for its correlation is unknown", "[host]") {
  check_too_short(100);
}

TEST_CASE("the interval of waits in a queue holds the true mean or is unknown", "[host]") {
  check_waits(100);
}

TEST_CASE("the interval of what is rare holds the true mean", "[host]") { check_rare(200); }

TEST_CASE("intervals of a thousand series of each kind hold the true mean", "[host][soak]") {
  SECTION("independent") { check_independent(1000); }
  SECTION("correlated") { check_long_enough(1000); }
  SECTION("too short") { check_too_short(1000); }
  SECTION("waits") { check_waits(1000); }
  SECTION("rare") { check_rare(1000); }
}

TEST_CASE("the correlation time is the time in which the correlation falls by e", "[host]") {
  const double phi = GENERATE(0.8, 0.98, 0.999);
  Recursion series(phi, 0);
  BatchMeans batches;
  // A thousand times itself: batches are then one or two of it long.
  for (unsigned n = 0; n < -1000 / std::log(phi); ++n) batches.add(series.next(), 1);
  CAPTURE(phi, batches.correlation_time() * -std::log(phi));
  CHECK(batches.correlation_time() > -0.8 / std::log(phi));
  CHECK(batches.correlation_time() < -1.7 / std::log(phi));
}

TEST_CASE("a series is no better known than the slower one on which it depends", "[host]") {
  Recursion series(0, 0);
  BatchMeans batches;
  for (unsigned n = 0; n < 1280; ++n) batches.add(series.next(), 1);
  REQUIRE(batches.ci95());
  CHECK(batches.ci95(10));
  CHECK_FALSE(batches.ci95(10.1));  // 1280 are 128 times 10
  CHECK(batches.within(0.5, 10));
  CHECK_FALSE(batches.within(0.5, 10.1));
}

TEST_CASE("batches of different weights count by their weight", "[host]") {
  // Packets a stretch: 0 to 3, more of them when they wait longer. The mean of the batches' own means is
  // wrong.
  Tally tally;
  unsigned near_mean_of_means = 0;
  for (unsigned run = 0; run < 200; ++run) {
    RandomStream random(3, StreamPurpose::Test, run);
    BatchMeans batches;
    for (unsigned n = 0; n < 2000; ++n) {
      const unsigned packets = random.below(4);
      batches.add(packets * (10.0 * packets + uniform(random) - 0.5), packets);
    }
    tally.add(batches, 10 * (1 + 4 + 9) / 6.0);
    if (std::abs(batches.mean() - 20) <= batches.ci95().value_or(0)) ++near_mean_of_means;
  }
  CAPTURE(tally.known, tally.wrong);
  CHECK(tally.known >= 180);
  CHECK(tally.wrong <= 18);
  CHECK(near_mean_of_means == 0);
}

TEST_CASE("the interval of few batches is Student's", "[host]") {
  // 16 values, alternately 9 and 11: variance 16/15; 97.5 % quantile for 15 degrees of freedom: 2.1314.
  std::vector<Batch> batches;
  for (int n = 0; n < 16; ++n) batches.push_back({n % 2 == 0 ? 9.0 : 11.0, 1});
  CHECK(BatchLevel(batches, 1).half_width() == Approx(2.1314 * std::sqrt(16.0 / 15 / 16)).epsilon(0.003));
  CHECK(BatchLevel(batches, 1).correlation_time() == 0);
}

TEST_CASE("the interval of few bursts in many batches is Student's for so many", "[host]") {
  // 4 values of 16 among 64: variance 960/63; 97.5 % quantile for 3 degrees of freedom: 3.182.
  std::vector<Batch> batches(64, Batch{0, 1});
  for (const std::size_t n : {5, 20, 40, 61}) batches[n].sum = 16;
  CHECK(BatchLevel(batches, 1).bursts() == Approx(4));
  CHECK(BatchLevel(batches, 1).half_width() == Approx(3.182 * std::sqrt(960.0 / 63 / 64)).epsilon(0.01));
  // In every second one: that is not rare. 63 degrees of freedom: 1.998.
  for (std::size_t n = 0; n < batches.size(); ++n) batches[n].sum = n % 2 == 0 ? 1 : 0;
  CHECK(BatchLevel(batches, 1).half_width() == Approx(1.998 * std::sqrt(0.25 / 63)).epsilon(0.01));
}

TEST_CASE("the interval of two bursts is unknown, of none and of a steady series known", "[host]") {
  BatchMeans batches;
  for (unsigned n = 0; n < 1000; ++n) batches.add(n == 100 || n == 700 ? 5 : 0, 1);
  CHECK_FALSE(batches.ci95());
  batches = BatchMeans();
  for (unsigned n = 0; n < 1000; ++n) batches.add(0, 1);
  CHECK(batches.ci95() == 0.0);
}

TEST_CASE("neighbours that are alike widen the interval", "[host]") {
  // In fours: of 15 neighbours 12 are equal, 3 opposite. (9/16 + 1/16) / (1 - 3/16) = 10/13.
  std::vector<Batch> batches;
  for (int n = 0; n < 16; ++n) batches.push_back({n / 4 % 2 == 0 ? 9.0 : 11.0, 1});
  const double inflation = (1 + 10 / 13.0) / (1 - 10 / 13.0);
  // 16 / inflation - 1 is less than 3 degrees of freedom: 3 are taken, 3.182.
  CHECK(BatchLevel(batches, 1).half_width() ==
        Approx(3.182 * std::sqrt(16.0 / 15 / 16 * inflation)).epsilon(0.01));
  CHECK(BatchLevel(batches, 1).correlation_time() > 0);
}

TEST_CASE("the mean is exact for every length of the series", "[host]") {
  RandomStream random(2, StreamPurpose::Test, 0);
  BatchMeans batches;
  double sum = 0;
  double weight = 0;
  for (int n = 1; n <= 5000; ++n) {
    const double w = random.below(4);
    const double s = w * random.below(1000);
    batches.add(s, w);
    sum += s;
    weight += w;
    if (weight > 0) REQUIRE(batches.mean() == sum / weight);  // whole numbers: no rounding
  }
}

TEST_CASE("a series of few stretches, or of few that hold something, has no interval", "[host]") {
  BatchMeans batches;
  CHECK_FALSE(batches.ci95());
  for (int n = 0; n < 127; ++n) batches.add(n % 3, 1);
  CHECK_FALSE(batches.ci95());
  CHECK_FALSE(batches.within(1));
  batches.add(0, 1);
  CHECK(batches.ci95());
  CHECK(batches.within(1));
  BatchMeans sparse;  // 15 packets
  for (int n = 0; n < 1500; ++n) sparse.add(n % 100 == 0 ? 7 : 0, n % 100 == 0 ? 1 : 0);
  CHECK_FALSE(sparse.ci95());
}

TEST_CASE("an incomplete last batch is in the mean, not in the interval", "[host]") {
  BatchMeans batches;
  for (int n = 0; n < 2048; ++n) batches.add(5, 1);  // two stretches a batch
  for (int n = 0; n < 2; ++n) batches.add(5, 1);
  batches.add(1000, 1);
  CHECK(batches.ci95() == 0);
  CHECK(batches.mean() == Approx(5 + 995 / 2051.0));
  batches.add(5, 1);  // completes it
  CHECK(batches.ci95().value() > 0);
}

TEST_CASE("what never changes is known exactly", "[host]") {
  const double value = GENERATE(0.0, 1.0, 0.1, 1.0 / 3);
  BatchMeans batches;
  for (int n = 0; n < 700; ++n) batches.add(value * (1 + n % 3), 1 + n % 3);
  CHECK(batches.ci95() == 0);
  CHECK(batches.within(0));
}

TEST_CASE("around a mean of 0 only a constant is known", "[host]") {
  BatchMeans varying;
  for (int n = 0; n < 400; ++n) varying.add(n % 2 == 0 ? 1 : -1, 1);
  CHECK_FALSE(varying.within(1));
}

TEST_CASE("series side by side are those by themselves, empty at the beginning or not") {
  for (const std::uint64_t empty : {0U, 1U, 700U, 5000U}) {
    for (const double weight : {64.0, 64.0 / 3}) {
      BatchTable table(2);
      BatchMeans alone[2];
      const double weights[] = {weight, 1};
      const auto compare = [&] {
        for (unsigned n = 0; n < 2; ++n) {
          const BatchMeans means(table, n);
          CHECK(means.mean() == alone[n].mean());
          CHECK(means.correlation_time() == alone[n].correlation_time());
          CHECK(means.ci95() == alone[n].ci95());
        }
      };
      table.add_empty(weights, empty);
      table.add_empty(weights, empty / 3);
      // Sums of fractions depend on the order.
      const bool one_by_one = weight == 64;
      for (unsigned s = 0; s < 2; ++s) {
        if (!one_by_one) alone[s].add_empty(weights[s], empty);
        for (std::uint64_t n = 0; one_by_one && n < empty; ++n) alone[s].add(0, weights[s]);
      }
      for (unsigned s = 0; s < 2; ++s) alone[s].add_empty(weights[s], empty / 3);
      compare();
      for (unsigned n = 0; n < 3000; ++n) {
        const Batch stretch[] = {{n % 5 * 1.0, weight}, {n * n % 17 * 1.0, 1}};
        table.add(stretch);
        for (unsigned s = 0; s < 2; ++s) alone[s].add(stretch[s].sum, stretch[s].weight);
      }
      compare();
    }
  }
}

TEST_CASE("empty stretches at once are those one by one") {
  for (const std::uint64_t stretches : {1U, 2U, 63U, 1023U, 1024U, 1025U, 5000U}) {
    BatchMeans one_by_one, at_once;
    for (unsigned round = 0; round < 40; ++round) {
      for (BatchMeans* means : {&one_by_one, &at_once}) means->add(round % 7, 64);
      for (std::uint64_t n = 0; n < stretches; ++n) one_by_one.add(0, 64);
      at_once.add_empty(64, stretches);
    }
    INFO(stretches << " stretches");
    CHECK(at_once.mean() == one_by_one.mean());
    CHECK(at_once.correlation_time() == one_by_one.correlation_time());
    CHECK(at_once.ci95() == one_by_one.ci95());
  }
}
