// SPDX-License-Identifier: Apache-2.0
// Intervals of whole runs: the same on every engine, and holding the truth.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "tests/catch.h"
#include "tests/testbenches/measured.h"

using namespace xb;

namespace {

/// The record of a run, but for the time that it took.
std::string record(const Keys& keys, const std::string& engine) {
  RunConfig config = configured(keys);
  config.engine = engine;
  RunResult result = run_point(config);
  result.cpu_seconds = 0;
  return result_to_json(config, result).dump();
}

/// What is measured 40 times, and the truth: mean wait, latency without it [cycles], throughput.
struct Case {
  const char* name;
  Keys keys;
  double wait, passage, throughput;
  unsigned least_known;  // of 40: where a run is long enough, it must say so
};

/// Of 40 runs: how many intervals of a measure are known, and how many of these hold the truth.
struct Covered {
  unsigned known = 0, held = 0;
  void add(double mean, const std::optional<double>& half_width, double truth) {
    if (!half_width) return;
    ++known;
    if (std::abs(mean - truth) <= *half_width + 1e-12) ++held;
  }
  [[nodiscard]] unsigned wrong() const { return known - held; }
  [[nodiscard]] std::string text() const { return fmt::format("{} of {}", held, known); }
};

void check_coverage(const Case& c, const char* note) {
  constexpr unsigned kSeeds = 40;
  Covered wait;
  Covered latency;
  Covered throughput;
  std::uint64_t cycles = 0;
  double width = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const RunResult r = measured(c.keys, {{"seed", std::to_string(seed)}});
    wait.add(r.queueing.mean, r.queueing.ci95, c.wait);
    latency.add(r.latency.mean, r.latency.ci95, c.wait + c.passage);
    throughput.add(r.throughput, r.throughput_ci95, c.throughput);
    cycles += r.measured_cycles / kSeeds;
    width += r.queueing.ci95.value_or(0) / r.queueing.mean;
  }
  fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", c.name, note, cycles, wait.text(),
             wait.known == 0 ? "" : fmt::format("{:.1f} %", 100 * width / wait.known), latency.text(),
             throughput.text());
  std::fflush(stdout);
  CAPTURE(c.name, note, wait.known, wait.held, latency.known, latency.held, throughput.known,
          throughput.held);
  CHECK(wait.wrong() <= 4);
  CHECK(latency.wrong() <= 4);
  CHECK(throughput.wrong() <= 4);
  CHECK(wait.known >= c.least_known);
  CHECK(throughput.known >= 30);
}

Keys with(Keys keys, const Keys& others) {
  for (const auto& [key, value] : others) keys[key] = value;
  return keys;
}

}  // namespace

TEST_CASE("a run that ends when it knows enough ends in the same cycle on every engine", "[testbenches]") {
  const Keys keys = GENERATE(
      Keys{{"ports", "2"}, {"packet", "1000"}, {"load", "0.9"}, {"cycles", "1000000"}, {"ci", "10%"}},
      Keys{{"ports", "2"}, {"packet", "30"}, {"load", "0.3"}, {"cycles", "1000000"}, {"ci", "10%"}});
  CAPTURE(keys);
  const std::string fast = record(keys, "fast");
  CHECK(record(keys, "rtl") == fast);
  CHECK(record(keys, "systemc") == fast);
  CHECK(measured(keys).measured_cycles < 1000000);
}

TEST_CASE("no interval is better than a wrong one", "[testbenches]") {
  // Relaxation takes tens of thousands of cycles: 100000 do not tell.
  const RunResult r = measured({{"switch", "voq"}, {"load", "0.95"}, {"iterations", "1"}});
  CHECK_FALSE(r.queueing.ci95);
  CHECK_FALSE(r.latency.ci95);
  CHECK_FALSE(r.occupancy_beats.ci95);
  // Output queueing: (N-1)/N p / (2 (1-p)) slots of 4 cycles.
  const Keys output{{"switch", "output"}, {"ports", "4"},         {"packet", "4"}, {"load", "0.9"},
                    {"depth", "1048576"}, {"cycles", "20000000"}, {"ci", "0.1"}};
  unsigned wrong = 0;
  for (const char* seed : {"1", "2", "3", "4", "5"}) {
    const RunResult run = measured(output, {{"seed", seed}});
    REQUIRE(run.queueing.ci95);
    CHECK(*run.queueing.ci95 <= 0.1 * run.queueing.mean);
    if (std::abs(run.queueing.mean - 13.5) > *run.queueing.ci95) ++wrong;
  }
  CHECK(wrong <= 1);
}

TEST_CASE("the interval of the loss is as wide as losses of other seeds differ", "[testbenches]") {
  const Keys keys{{"switch", "input"}, {"ports", "4"},   {"load", "0.8"},
                  {"depth", "16"},     {"flow", "drop"}, {"cycles", "40000"}};
  constexpr unsigned kSeeds = 25;
  double sum = 0;
  double squares = 0;
  double width = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const RunResult r = measured(keys, {{"seed", std::to_string(seed)}});
    REQUIRE(r.loss_ci95);
    sum += r.loss(), squares += r.loss() * r.loss(), width += *r.loss_ci95 / kSeeds;
  }
  const double mean = sum / kSeeds;
  const double spread = std::sqrt((squares - sum * mean) / (kSeeds - 1));
  CAPTURE(mean, spread, width);
  CHECK(width > 1.96 * spread * 0.7);  // the spread of 25 is known to 15 %
  CHECK(width < 1.96 * spread * 1.8);
  // No loss seen is not no loss: only a switch that cannot drop has an interval of 0.
  const RunResult none = measured(keys, {{"load", "0.2"}, {"depth", "1024"}});
  CHECK(none.lost_packets == 0);
  CHECK_FALSE(none.loss_ci95);
  CHECK(measured(keys, {{"flow", "back-pressure"}}).loss_ci95 == 0.0);
}

TEST_CASE("intervals of forty seeds hold the truth or are unknown", "[testbenches][soak]") {
  // Where there is no closed form, the truth is the mean of three runs of other seeds, 5 to 20 million cycles
  // each.
  const Keys input{{"switch", "input"}};
  const Keys output{
      {"switch", "output"}, {"ports", "4"}, {"packet", "4"}, {"load", "0.9"}, {"depth", "1048576"}};
  const Keys voq{{"switch", "voq"}};
  const Keys bursty{{"switch", "voq"}, {"traffic", "bursty"}};
  const auto c = GENERATE_COPY(values<Case>({
      {"`input`, .5", with(input, {{"load", "0.5"}}), 1.7280, 1, 0.5, 30},
      {"`input`, .9 (saturated)", with(input, {{"load", "0.9"}}), 1700.05, 1, 0.601626, 0},
      {"`output`, 4 ports, 4 beats, .9", output, 13.5, 13, 0.9, 20},
      {"`voq`, iSLIP-4, .9", with(voq, {{"load", "0.9"}}), 9.7646, 3, 0.9, 30},
      {"`voq`, bursty, .5", with(bursty, {{"load", "0.5"}}), 17.797, 3, 0.5, 20},
      {"`voq`, bursty, .9", with(bursty, {{"load", "0.9"}}), 228.4, 3, 0.9, 0},
      {"`voq`, iSLIP-1, .95", with(voq, {{"load", "0.95"}, {"iterations", "1"}}), 263.7, 3, 0.95, 0},
  }));
  const auto check = [&](const Keys& others, unsigned least_known, const char* run) {
    check_coverage({c.name, with(c.keys, others), c.wait, c.passage, c.throughput, least_known}, run);
  };
  check({{"cycles", "100000"}}, c.least_known, "100 000");
  check({{"cycles", "400000"}}, c.least_known, "400 000");
  check({{"cycles", "20000000"}, {"ci", "10%"}}, 36, "`ci` 10 %");
}
