// SPDX-License-Identifier: Apache-2.0
#include "host/measure/lag.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("lags have a mean and quantiles, those below 0 too", "[host][measure]") {
  RandomStream random(GENERATE(1, 2, 3), StreamPurpose::Length, 0);
  const int lowest = GENERATE(-1000, -257, -256, -40, -1, 0, 3), highest = GENERATE(-1, 0, 20);
  if (highest < lowest) return;
  SwitchLag lag(2);
  std::vector<std::int64_t> all(1 + random.below(200));
  std::vector<double> sums(2), counts(2);
  for (std::int64_t& one : all) {
    one = lowest + static_cast<std::int64_t>(random.below(static_cast<unsigned>(highest - lowest + 1)));
    const unsigned input = random.below(2);
    lag.add_packet(input, 1, one);
    sums[input] += static_cast<double>(one);
    ++counts[input];
  }
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  CHECK(lag.mean() == Approx(sum / static_cast<double>(all.size())));
  CHECK(lag.packets() == all.size());
  for (unsigned input = 0; input < 2; ++input)
    CHECK(lag.by_input()[input] == Approx(counts[input] == 0 ? 0 : sums[input] / counts[input]));
  CHECK(lag.by_output()[0] == 0);
  CHECK(lag.by_output()[1] == Approx(lag.mean()));
  std::sort(all.begin(), all.end());
  for (const double q : {0.01, 0.5, 0.99, 1.0}) {
    const double rank = std::ceil(q * static_cast<double>(all.size()));
    CHECK(lag.quantile(q) == all[static_cast<std::size_t>(rank) - 1]);
  }
}

TEST_CASE("quantiles of any number of packets are those of whole packets", "[host][measure]") {
  // Each packet a cycle later than the one before, the first `early` ones early.
  for (unsigned early = 0; early <= 3; ++early) {
    for (unsigned packets = 1; packets <= 400; ++packets) {
      SwitchLag lag(2);
      for (unsigned n = 1; n <= packets; ++n) lag.add_packet(0, 1, std::int64_t{n} - 1 - early);
      const std::int64_t middle = (packets + 1) / 2;
      REQUIRE(lag.quantile(0.5) == middle - 1 - early);
    }
  }
}

TEST_CASE("a network has lags of more hosts than a switch has ports", "[host][measure]") {
  constexpr unsigned kHosts = 2 * kMaxPorts;
  NetworkLag lag(kHosts, std::vector<std::int64_t>(kHosts));
  lag.add_packet(kHosts - 1, kMaxPorts, 3);
  lag.add_packet(kHosts - 1, 0, -2);
  CHECK(lag.by_input()[kHosts - 1] == Approx(0.5));
  CHECK(lag.by_output()[kMaxPorts] == Approx(3));
  CHECK(lag.by_output()[0] == Approx(-2));
}
