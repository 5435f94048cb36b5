// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/destinations.h"

#include <cmath>
#include <vector>

#include "host/point/run_config.h"
#include "host/traffic/traffic_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

RunConfig sources(const std::string& traffic, unsigned ports) {
  RunConfig config;
  config.traffic->traffic = traffic;
  config.ports = ports;
  return config;
}

/// Share of the load from `input` to `output`, as the literature defines the pattern.
double rate(const RunConfig& c, unsigned input, unsigned output) {
  const double even = 1.0 / c.ports;
  const unsigned ahead = (output + c.ports - input) % c.ports;
  if (c.traffic->traffic.text() == "uniform" || c.traffic->traffic.text() == "bursty" ||
      c.traffic->traffic.text() == "incast")
    return even;
  if (c.traffic->traffic.text() == "permutation") return ahead == 1 ? 1 : 0;
  if (c.traffic->traffic.text() == "one-hot" || c.traffic->traffic.text() == "overrun")
    return output == 0 ? 1 : 0;
  if (c.traffic->traffic.text() == "diagonal") return ahead == 0 ? 2 / 3.0 : ahead == 1 ? 1 / 3.0 : 0;
  if (c.traffic->traffic.text() == "log-diagonal")
    return std::ldexp(1, static_cast<int>(c.ports - 1 - ahead)) /
           (std::ldexp(1, static_cast<int>(c.ports)) - 1);
  if (c.traffic->traffic.text() == "alternate") return output < 2 ? 0.5 : 0;
  const bool favoured = c.traffic->traffic.text() == "hotspot" ? output == 0 : ahead == 0;
  return (favoured ? c.traffic->unbalance : 0) + (1 - c.traffic->unbalance) * even;
}

/// Chi-square of the destinations of `packets` packets from each input; checks that only outputs of a rate
/// above 0 occur. Adds up the degrees of freedom.
double chi_square(const RunConfig& config, unsigned packets, double& freedom) {
  double sum = 0;
  for (unsigned input = 0; input < config.ports; ++input) {
    Destinations destinations(*config.traffic, config.seed, HostList(config.ports), input);
    std::vector<double> count(config.ports);
    for (unsigned n = 0; n < packets; ++n) ++count.at(destinations.next());
    double rest = 0;  // outputs of few packets count together
    double rest_expected = 0;
    for (unsigned output = 0; output < config.ports; ++output) {
      const double expected = rate(config, input, output) * packets;
      if (expected == 0) REQUIRE(count[output] == 0);
      if (expected < 20) {
        rest += count[output];
        rest_expected += expected;
        continue;
      }
      sum += (count[output] - expected) * (count[output] - expected) / expected;
      freedom += 1;
    }
    if (rest_expected > 0) sum += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
    freedom -= rest_expected > 0 ? 0 : 1;
  }
  return sum;
}

}  // namespace

TEST_CASE("destinations have the rate matrix of their pattern", "[host]") {
  const unsigned ports = GENERATE(2U, 5U, 16U, 64U);
  for (const auto& entry : traffic_patterns()) {
    if (entry.name == "bursty" || entry.name == "alternate") continue;  // not independent: below
    double freedom = 0;
    const double sum = chi_square(sources(entry.name, ports), 20000, freedom);
    CAPTURE(ports, entry.name, sum, freedom);
    CHECK(std::abs(sum - freedom) <= 5 * std::sqrt(2 * freedom) + 1e-9);
  }
}

TEST_CASE("the favoured output gets what the weight says, from nothing more to everything", "[host]") {
  for (const std::string traffic : {"unbalanced", "hotspot"}) {
    for (const double weight : {0.0, 0.1, 0.7, 1.0}) {
      RunConfig config = sources(traffic, 8);
      config.traffic->unbalance = weight;
      double freedom = 0;
      const double sum = chi_square(config, 20000, freedom);
      CAPTURE(traffic, weight, sum, freedom);
      CHECK(std::abs(sum - freedom) <= 5 * std::sqrt(2 * freedom) + 1e-9);
    }
  }
}

TEST_CASE("a burst goes to one output, the next to one drawn anew", "[host]") {
  RunConfig config = sources("bursty", 8);
  config.traffic->burst = 10;
  constexpr unsigned kPackets = 400000;
  Destinations destinations(*config.traffic, config.seed, HostList(config.ports), 3);
  std::vector<double> count(8);
  double changes = 0;
  unsigned last = 8;
  for (unsigned n = 0; n < kPackets; ++n) {
    const unsigned output = destinations.next();
    ++count.at(output);
    if (output != last) changes += 1;
    last = output;
  }
  // A packet begins a burst with probability 1/10, and then changes output with 7/8.
  const double share = 7.0 / 80;
  CHECK(std::abs(changes / kPackets - share) < 5 * std::sqrt(share * (1 - share) / kPackets));
  for (const double c : count) {
    // kPackets/10 bursts; the variance of a burst's length is 90, its mean square 190.
    CHECK(std::abs(c - kPackets / 8.0) < 5 * std::sqrt(kPackets / 10.0 * 190 / 8));
  }
}

TEST_CASE("alternating sources send to the first outputs in turn", "[host]") {
  for (unsigned input = 0; input < 4; ++input) {
    RunConfig config = sources("alternate", 4);
    config.traffic->targets = input + 1;
    Destinations destinations(*config.traffic, config.seed, HostList(config.ports), input);
    for (unsigned n = 0; n < 100; ++n) REQUIRE(destinations.next() == n % config.traffic->targets);
  }
}
