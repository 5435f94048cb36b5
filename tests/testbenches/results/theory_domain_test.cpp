// SPDX-License-Identifier: Apache-2.0
// Each theory holds to its tolerance in all the domain that it claims: the ends as well as the middle, and
// always with the least depth that it covers.
#include <set>

#include "host/config/key_use.h"
#include "host/theory/theory.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

struct Sample {
  const char* theory;
  Keys keys;
  unsigned slots;     ///< measured
  bool least = true;  ///< with the least depth that the theory covers, else the depth in `keys`
};

/// The least depth with which the theory covers the point; those with more are covered as well.
std::uint32_t least_depth(const Theory& theory, RunConfig config) {
  std::uint32_t low = 1, high = 1048576;  // low: not covered
  config.depth = high;
  REQUIRE(theory.value(config));
  while (high - low > 1) {
    config.depth = (low + high) / 2;
    (theory.value(config) ? high : low) = config.depth;
  }
  return high;
}

double measure(const RunConfig& config, const std::string& theory) {
  const RunResult r = run_point(config);
  if (theory.find("loss") != std::string::npos) return r.loss.mean;
  const bool wait = theory.find("wait") != std::string::npos || theory == "dynamic-threshold";
  if (config.has_classes())
    return r.classes[theory == "strict-wait-high" ? 1 : 0].queueing.mean / config.packet_max;
  return wait ? r.queueing.mean / config.packet_max : r.throughput.mean;
}

void check_samples(const std::vector<Sample>& samples) {
  for (const Sample& s : samples) {
    const Theory& theory = *find_theory(s.theory);
    RunConfig config = configured(s.keys);
    config.warmup = 20000ULL * config.packet_max;
    config.cycles = std::uint64_t{s.slots} * config.packet_max;
    if (s.least) config.depth = least_depth(theory, config);
    CAPTURE(s.theory, flags_of(config));
    const double expected = theory.value(config).value();
    CHECK(measure(config, s.theory) == Approx(expected).epsilon(theory.tolerance).margin(0));
  }
}

const Keys kLoss = "flow drop";
const Keys kStrict = "ports 4, classes 2, route-delay 12";

const std::vector<Sample> kShortSamples{
    {"input-saturation", "load 1, ports 2, packet 24, arbiter oldest", 200000},
    {"input-saturation", "load 1, ports 6, arbiter random", 200000},
    {"input-saturation", "load 1, ports 32", 100000},
    {"window-saturation", "load 1, ports 2, window 8, arbiter random", 100000},
    {"window-saturation", "load 1, ports 16, window 2, packet 3", 50000},
    {"input-wait", "ports 4, load 0.1, packet 5", 300000},
    {"input-wait", "ports 16, load 0.55, arbiter oldest", 300000},
    {"input-wait", "ports 16, load 0.55, pipeline 1, packet 2", 300000},
    {"input-wait", "ports 4, load 0.4, pipeline 1", 500000},
    {"output-wait", "switch output, ports 2, packet 2, load 0.5", 800000},
    {"output-wait", "switch shared, ports 8, packet 24, load 0.7", 100000},
    {"output-wait", "switch shared, sharing partition, ports 4, packet 8, load 0.8", 500000},
    {"output-wait", "switch crosspoint, pipeline 1, ports 2, load 0.9", 1000000},
    {"output-wait", "switch cicq-lqf, pipeline 1, ports 16, load 0.7", 100000},
    {"strict-wait-high", with(kStrict, "switch output, packet 4, load 0.9"), 400000},
    {"strict-wait-low", with(kStrict, "switch shared, packet 8, load 0.7, class-mix 0:.8,1:.2"), 400000},
    {"output-loss", with(kLoss, "switch output, ports 16, packet 16, load 0.9"), 60000},
    {"output-loss-turns", with(kLoss, "switch output, ports 2, packet 2, load 0.8, depth 16"), 2000000,
     false},
    {"output-loss-turns", with(kLoss, "switch output, ports 4, packet 4, load 1"), 100000},
    {"output-loss-turns", with(kLoss, "switch shared, sharing partition, ports 8, packet 8"), 200000},
    {"sharing-loss-turns", with(kLoss, "switch shared, packet 16, load 0.8, depth 512"), 50000, false},
    {"dynamic-threshold",
     with(kLoss, "switch shared, sharing dynamic, traffic alternate, packet 16, load 0.9, alpha 0.5"), 20000},
    {"voq-wait", "switch voq, load 0.1, iterations 1, packet 4", 200000},
    {"voq-wait", "switch voq, load 0.8", 150000},
    {"voq-wait", "switch voq, load 0.5, scheduler rrm, iterations 1", 150000},
    {"voq-wait", "switch crosspoint, load 0.5, crosspoint-depth 2", 150000},
    {"voq-saturation", "switch voq, ports 2, load 1, scheduler pim, iterations 1", 300000},
    {"voq-saturation", "switch voq, ports 4, load 1, iterations 1", 200000},
    {"unbalanced-throughput", "switch crosspoint, load 1, traffic unbalanced, unbalance 0.6", 100000},
    {"unbalanced-throughput", "switch cicq-lqf, load 1, traffic unbalanced, unbalance 0.6", 100000},
    {"unbalanced-throughput", "switch voq, load 1, traffic unbalanced, unbalance 1", 50000},
    {"bursty-wait", "switch voq, load 0.5, traffic bursty", 1000000},
};

const std::vector<Sample> kLong{
    {"input-saturation", "load 1, ports 16, packet 700", 100000},
    {"window-saturation", "load 1, ports 32, window 8, arbiter oldest", 100000},
    {"window-saturation", "load 1, ports 16, window 8, packet 40", 100000},
    {"input-wait", "ports 16, load 0.1, arbiter random, packet 40", 1000000},
    {"input-wait", "ports 4, load 0.55, arbiter random", 2000000},
    {"output-wait", "switch output, ports 2, packet 20, load 0.05", 8000000},
    {"output-wait", "switch output, ports 16, packet 16, load 0.95", 4000000},
    {"output-wait", "switch shared, ports 32, packet 32, load 0.3", 300000},
    {"output-loss", with(kLoss, "switch output, ports 32, packet 32, load 0.3"), 300000},
    {"output-loss", with(kLoss, "switch output, packet 16, load 0.8, depth 512"), 4000000, false},
    {"output-loss-turns", with(kLoss, "switch output, ports 3, packet 3, load 0.05"), 8000000},
    {"output-loss-turns", with(kLoss, "switch output, ports 4, packet 4, load 0.9, depth 128"), 8000000,
     false},
    {"output-loss-turns", with(kLoss, "switch output, ports 8, packet 8, load 0.9, depth 256"), 8000000,
     false},
    {"dynamic-threshold",
     with(kLoss,
          "switch shared, sharing dynamic, traffic alternate, packet 16, load 0.95, alpha 8, targets 8"),
     200000},
    {"dynamic-threshold",
     with(kLoss,
          "switch shared, sharing dynamic, traffic alternate, ports 8, packet 8, load 0.16, "
          "targets 1, alpha 0.125"),
     200000},
    {"voq-wait", "switch voq, load 0.95, iterations 1", 6000000},
    {"voq-wait", "switch voq, load 0.95, scheduler pim, packet 3", 1000000},
    {"voq-wait", "switch crosspoint, load 0.95, packet 7", 2000000},
    {"voq-saturation", "switch voq, ports 16, load 1, packet 5", 1000000},
    {"voq-saturation", "switch voq, ports 32, load 1, scheduler pim, iterations 2", 300000},
    {"unbalanced-throughput", "switch voq, load 1, traffic unbalanced, unbalance 0.4, iterations 1", 400000},
    {"unbalanced-throughput", "switch voq, load 1, traffic unbalanced, unbalance 0, packet 4", 400000},
    {"bursty-wait", "switch voq, load 0.8, traffic bursty, burst 32", 8000000},
    {"bursty-wait", "switch output, packet 32, load 0.5, traffic bursty", 2000000},
};

}  // namespace

TEST_CASE("every theory is sampled in its domain", "[testbenches]") {
  std::set<std::string> sampled;
  for (const Sample& s : kShortSamples) sampled.insert(s.theory);
  for (const Theory& theory : theories()) CHECK(sampled.count(theory.name) == 1);
}

TEST_CASE("what is measured is what theory says, wherever it claims to hold", "[testbenches][long]") {
  check_samples(kShortSamples);
}

TEST_CASE("what is measured is what theory says at more ends of the domains", "[testbenches][soak]") {
  check_samples(kLong);
}
