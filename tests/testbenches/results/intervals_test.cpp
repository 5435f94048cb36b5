// SPDX-License-Identifier: Apache-2.0
// Intervals of whole runs: the same on every engine, and holding the truth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/config/setup.h"
#include "host/link/packet.h"
#include "host/measure/batch_means.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

/// The switch of a configuration, and by itself what a run of it measures in the window [begin, end).
struct RecordedRun : SwitchModel {
  static constexpr std::uint64_t kStretch = 64;

  RecordedRun(const RunConfig& config, std::uint64_t first)
      : ports(config.ports),
        begin(first),
        end(first + config.cycles),
        model(make_model(resolve(config))),
        first_in(ports * ports),
        levels(ports) {}

  void reset(const SwitchSettings& settings) override { model->reset(settings); }
  void show(SwitchOutputs& out) override {
    model->show(out);
    shown = &out;
  }
  void clock(const SwitchInputs& in) override {
    const SwitchOutputs& out = *shown;
    const std::uint64_t cycle = now++;
    model->clock(in);
    for_each_port(in.s_tvalid & in.s_tuser,
                  [&](unsigned input) { first_in[input * ports + in.s_tdest[input]].push_back(cycle); });
    for_each_port(out.m_tvalid & in.m_tready, [&](unsigned output) { beat_out(output, out, cycle); });
    if (cycle < begin || cycle >= end) return;
    double beats = 0;
    for (unsigned q = 0; q < ports; ++q) {
      levels[q].push_back(out.occ_beats[q]);
      beats += out.occ_beats[q];
    }
    occupancy_sum += beats;
    if (cycle > begin) {  // in the first cycle the flags tell of the one before
      blocked_sum += port_count(out.blocked), backpressure_sum += port_count(out.blocked_backpressure);
      hol_sum += port_count(out.hol), idle_sum += port_count(out.idle_with_work);
    }
    if ((cycle + 1 - begin) % kStretch != 0) return;
    constexpr auto kStretchCycles = static_cast<double>(kStretch);
    latency.add(latency_sum, packets), queueing.add(queueing_sum, packets);
    occupancy.add(occupancy_sum, kStretchCycles);
    blocked.add(blocked_sum, kStretchCycles * ports),
        backpressure.add(backpressure_sum, kStretchCycles * ports);
    hol.add(hol_sum, kStretchCycles * ports), idle.add(idle_sum, kStretchCycles * ports);
    latency_sum = queueing_sum = packets = occupancy_sum = 0;
    blocked_sum = backpressure_sum = hol_sum = idle_sum = 0;
  }
  void beat_out(unsigned output, const SwitchOutputs& out, std::uint64_t cycle) {
    const PortMask bit = PortMask{1} << output;
    if ((out.m_tuser & bit) != 0) {
      auto& queue = first_in[PacketHeader::decode(out.m_tdata[output]).source * ports + output];
      entered[output] = queue.front();
      first_out[output] = cycle;
      queue.pop_front();
    }
    if ((out.m_tlast & bit) == 0 || cycle < begin || cycle >= end) return;
    latencies.push_back(cycle - entered[output]);
    waits.push_back(first_out[output] - entered[output] - 1);
    latency_sum += static_cast<double>(latencies.back());
    queueing_sum += static_cast<double>(waits.back());
    ++packets;
  }

  unsigned ports;
  std::uint64_t begin, end, now = 0;
  std::unique_ptr<SwitchModel> model;
  const SwitchOutputs* shown = nullptr;
  std::vector<std::deque<std::uint64_t>> first_in;  // per flow
  std::uint64_t entered[kMaxPorts]{}, first_out[kMaxPorts]{};
  std::vector<std::uint64_t> latencies, waits;
  std::vector<std::vector<std::uint64_t>> levels;
  BatchMeans latency, queueing, occupancy, blocked, backpressure, hol, idle;
  double latency_sum = 0, queueing_sum = 0, packets = 0, occupancy_sum = 0;
  double blocked_sum = 0, backpressure_sum = 0, hol_sum = 0, idle_sum = 0;
};

/// The smallest value that at least `per_mille` of the values do not exceed.
std::uint64_t quantile(std::vector<std::uint64_t> values, std::size_t per_mille) {
  std::sort(values.begin(), values.end());
  return values.at((values.size() * per_mille + 999) / 1000 - 1);
}

void check_interval(const std::optional<double>& measured, const std::optional<double>& recorded) {
  REQUIRE(recorded);
  CHECK(*recorded > 0);
  REQUIRE(measured);
  CHECK(*measured == Approx(*recorded).epsilon(1e-9));
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
    throughput.add(r.throughput.mean, r.throughput.ci95, c.throughput);
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

}  // namespace

TEST_CASE("a run that ends when it knows enough ends in the same cycle on every engine", "[testbenches]") {
  const Keys keys = GENERATE(Keys("ports 2, packet 1000, load 0.9, cycles 1000000, ci 10%"),
                             Keys("ports 2, packet 30, load 0.3, cycles 1000000, ci 10%"));
  CAPTURE(keys);
  record_on(configured(keys), "fast rtl systemc");
  CHECK(measured(keys).measured_cycles < 1000000);
}

TEST_CASE("percentiles and intervals of a whole run are those of what the switch did", "[testbenches]") {
  // FIFO inputs and receivers that stall: every flag shows.
  const RunConfig config = configured(
      "engine systemc, ports 4, load 0.4, packet 1..9, receiver-stall 0.05, warmup 500, "
      "cycles 128013");  // an incomplete last stretch
  RecordedRun model(config, 500);
  const RunResult r = simulate(resolve(config), model);
  const auto check_percentiles = [](const Distribution& measured, const std::vector<std::uint64_t>& values) {
    CHECK(measured.p50 == quantile(values, 500));
    CHECK(measured.p99 == quantile(values, 990));
    CHECK(measured.p999 == quantile(values, 999));
    CHECK(measured.max == quantile(values, 1000));
  };
  REQUIRE(r.delivered_packets == model.latencies.size());
  check_percentiles(r.latency, model.latencies);
  check_percentiles(r.queueing, model.waits);
  for (unsigned q = 0; q < 4; ++q) {
    CAPTURE(q);
    CHECK(r.per_queue.at(q).p99 == quantile(model.levels.at(q), 990));
    CHECK(r.per_queue.at(q).max == quantile(model.levels.at(q), 1000));
  }
  const double time = model.occupancy.correlation_time();
  CHECK(time > 0);
  check_interval(r.latency.ci95, model.latency.ci95(time));
  check_interval(r.queueing.ci95, model.queueing.ci95(time));
  check_interval(r.occupancy_beats.ci95, model.occupancy.ci95());
  check_interval(r.blocked.ci95, model.blocked.ci95());
  check_interval(r.backpressure.ci95, model.backpressure.ci95());
  check_interval(r.hol.ci95, model.hol.ci95());
  check_interval(r.idle_with_work.ci95, model.idle.ci95());
  CHECK(*r.latency.ci95 != *r.queueing.ci95);
}

TEST_CASE("no interval is better than a wrong one", "[testbenches]") {
  // Relaxation takes tens of thousands of cycles: 100000 do not tell.
  const RunResult r = measured("switch voq, load 0.95, iterations 1");
  CHECK_FALSE(r.queueing.ci95);
  CHECK_FALSE(r.latency.ci95);
  CHECK_FALSE(r.occupancy_beats.ci95);
  // Output queueing: (N-1)/N p / (2 (1-p)) slots of 4 cycles.
  const Keys output = "switch output, ports 4, packet 4, load 0.9, depth 1048576, cycles 20000000, ci 0.1";
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
  const Keys keys = "switch input, ports 4, load 0.8, depth 16, flow drop, cycles 40000";
  constexpr unsigned kSeeds = 25;
  double sum = 0;
  double squares = 0;
  double width = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const RunResult r = measured(keys, {{"seed", std::to_string(seed)}});
    REQUIRE(r.loss.ci95);
    sum += r.loss.mean, squares += r.loss.mean * r.loss.mean, width += *r.loss.ci95 / kSeeds;
  }
  const double mean = sum / kSeeds;
  const double spread = std::sqrt((squares - sum * mean) / (kSeeds - 1));
  CAPTURE(mean, spread, width);
  CHECK(width > 1.96 * spread * 0.7);  // the spread of 25 is known to 15 %
  CHECK(width < 1.96 * spread * 1.8);
  // No loss seen is not no loss: only a switch that cannot drop has an interval of 0.
  const RunResult none = measured(keys, "load 0.2, depth 1024");
  CHECK(none.lost_packets == 0);
  CHECK_FALSE(none.loss.ci95);
  CHECK(measured(keys, "flow back-pressure").loss.ci95 == 0.0);
}

TEST_CASE("intervals of forty seeds hold the truth or are unknown", "[testbenches][soak]") {
  // Where there is no closed form, the truth is that of docs/intervals.md.
  const Keys input = "switch input";
  const Keys output = "switch output, ports 4, packet 4, load 0.9, depth 1048576";
  const Keys voq = "switch voq";
  const Keys bursty = "switch voq, traffic bursty";
  const auto c = GENERATE_COPY(values<Case>({
      {"`input`, .5", with(input, "load 0.5"), 1.7280, 1, 0.5, 30},
      {"`input`, .9 (saturated)", with(input, "load 0.9"), 1700.05, 1, 0.601626, 0},
      {"`output`, 4 ports, 4 beats, .9", output, 13.5, 13, 0.9, 20},
      {"`voq`, iSLIP-4, .9", with(voq, "load 0.9"), 9.7646, 3, 0.9, 30},
      {"`voq`, bursty, .5", with(bursty, "load 0.5"), 17.797, 3, 0.5, 20},
      {"`voq`, bursty, .9", with(bursty, "load 0.9"), 228.4, 3, 0.9, 0},
      {"`voq`, iSLIP-1, .95", with(voq, "load 0.95, iterations 1"), 263.7, 3, 0.95, 0},
  }));
  const auto check = [&](const Keys& others, unsigned least_known, const char* run) {
    check_coverage({c.name, with(c.keys, others), c.wait, c.passage, c.throughput, least_known}, run);
  };
  check("cycles 100000", c.least_known, "100 000");
  check("cycles 400000", c.least_known, "400 000");
  check("cycles 20000000, ci 10%", 36, "`ci` 10 %");
}
