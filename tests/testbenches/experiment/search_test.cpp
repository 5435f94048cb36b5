// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/experiment/search_all.h"

using namespace xb;

namespace {

SearchGoal saturation() {
  SearchGoal goal;
  goal.kind = SearchGoal::Kind::Saturation;
  return goal;
}

SearchGoal depth_for(std::optional<double> loss, std::optional<ThroughputGoal> throughput = {}) {
  SearchGoal goal;
  goal.kind = SearchGoal::Kind::Depth;
  goal.max_loss = loss;
  goal.min_throughput = throughput;
  return goal;
}

/// Loads 0.01, 0.02, ... 1 of a switch that no one runs.
SearchPlan hundred_loads() {
  SearchPlan plan;
  for (unsigned n = 1; n <= 100; ++n) {
    RunConfig config;
    config.traffic->load = n / 100.0;
    plan.candidates.push_back(config);
  }
  return plan;
}

/// Carries up to 0.6; the interval shrinks with the root of the run's length.
Measured knee(const RunConfig& config, double interval) {
  Measured m;
  m.offered_load = config.traffic->load;
  m.throughput = {std::min(config.traffic->load, 0.6),
                  interval * std::sqrt(100000.0 / static_cast<double>(config.cycles))};
  m.measured_cycles = config.cycles;
  return m;
}

double load_at(const SearchPlan& plan, const std::optional<std::size_t>& candidate) {
  return plan.candidates.at(candidate.value()).traffic->load;
}

}  // namespace

TEST_CASE("what a capture or a schedule measures is exact, and decided without an interval",
          "[testbenches]") {
  Measured m;
  m.offered_load = 0.5;
  m.throughput.mean = 0.5;
  m.offered_packets = 10;
  CHECK(answer_of(depth_for(1e-3), m, 32) == Answer::Undecided);
  m.exact = true;
  CHECK(answer_of(depth_for(1e-3), m, 32) == Answer::Yes);
  CHECK(answer_of(depth_for({}, ThroughputGoal{0.5, false}), m, 32) == Answer::Yes);
  CHECK(answer_of(depth_for({}, ThroughputGoal{0.51, false}), m, 32) == Answer::No);
  m.loss.mean = 0.1;
  CHECK(answer_of(depth_for(0.1), m, 32) == Answer::Yes);
  CHECK(answer_of(depth_for(0.099), m, 32) == Answer::No);
  RunConfig schedule;
  schedule.schedule = "shift";
  CHECK(measured_in({}, schedule).exact);
  CHECK_FALSE(measured_in({}, RunConfig()).exact);
}

TEST_CASE("a load is carried if what is missing is within a narrow interval", "[testbenches]") {
  Measured m;
  m.offered_load = 0.7;
  m.throughput = {0.699, 0.002};
  CHECK(answer_of(saturation(), m, 0.005) == Answer::Yes);
  CHECK(answer_of(saturation(), m, 0.003) == Answer::Undecided);  // it would not tell neighbours apart
  m.throughput.mean = 0.697;
  CHECK(answer_of(saturation(), m, 0.005) == Answer::No);
  CHECK(answer_of(saturation(), m, 0.001) == Answer::No);
  m.throughput.ci95.reset();
  CHECK(answer_of(saturation(), m, 0.005) == Answer::Undecided);
}

TEST_CASE("a loss is below its target if the whole interval is", "[testbenches]") {
  Measured m;
  m.offered_packets = 1000000;
  const auto answer = [&](double mean, std::optional<double> ci95) {
    m.loss = {mean, ci95};
    return answer_of(depth_for(1e-3), m, 32);
  };
  CHECK(answer(0.8e-3, 0.1e-3) == Answer::Yes);
  CHECK(answer(0.95e-3, 0.1e-3) == Answer::Undecided);
  CHECK(answer(1.05e-3, 0.1e-3) == Answer::Undecided);
  CHECK(answer(1.2e-3, 0.1e-3) == Answer::No);
  CHECK(answer(1.2e-3, {}) == Answer::Undecided);
  // Nothing lost: that says something only of enough packets, in a run that is long enough for its queues.
  CHECK(answer(0, {}) == Answer::Undecided);
  m.long_enough = true;
  CHECK(answer(0, {}) == Answer::Yes);
  m.offered_packets = 2999;
  CHECK(answer(0, {}) == Answer::Undecided);
  CHECK(answer(0, 0) == Answer::Undecided);
  m.offered_packets = 0;
  CHECK(answer(0, 0) == Answer::Undecided);
}

TEST_CASE("a rare loss is no better known than by its packets, however narrow its interval",
          "[testbenches]") {
  // One packet in 10,000 was lost; of another 10,000 it may be three.
  Measured m;
  m.offered_packets = 10000;
  m.loss = {1e-4, 0};
  CHECK(answer_of(depth_for(1.5e-4), m, 32) == Answer::Undecided);
  CHECK(answer_of(depth_for(3.9e-4), m, 32) == Answer::Undecided);
  CHECK(answer_of(depth_for(4.1e-4), m, 32) == Answer::Yes);
  CHECK(answer_of(depth_for(0.9e-4), m, 32) == Answer::No);
}

TEST_CASE("a throughput reaches its target with its whole interval, and both targets count",
          "[testbenches]") {
  Measured m;
  m.offered_load = 0.8;
  m.offered_packets = 1000000;
  m.throughput = {0.795, 0.002};
  CHECK(answer_of(depth_for({}, ThroughputGoal{0.79, false}), m, 1) == Answer::Yes);
  CHECK(answer_of(depth_for({}, ThroughputGoal{0.794, false}), m, 1) == Answer::Undecided);
  CHECK(answer_of(depth_for({}, ThroughputGoal{0.798, false}), m, 1) == Answer::No);
  CHECK(answer_of(depth_for({}, ThroughputGoal{0.99, true}), m, 1) == Answer::Yes);
  CHECK(answer_of(depth_for({}, ThroughputGoal{1, true}), m, 1) == Answer::No);
  m.loss = {2e-3, 1e-4};
  CHECK(answer_of(depth_for(1e-3, ThroughputGoal{0.99, true}), m, 1) == Answer::No);
  m.loss = {1e-3, 1e-4};
  CHECK(answer_of(depth_for(1e-3, ThroughputGoal{0.99, true}), m, 1) == Answer::Undecided);
}

TEST_CASE("a headroom with which nothing overflows is enough once all phases were met", "[testbenches]") {
  SearchGoal headroom;
  headroom.kind = SearchGoal::Kind::Headroom;
  Measured m;
  m.measured_cycles = 999;
  CHECK(answer_of(headroom, m, 1) == Answer::Yes);  // random traffic: as far as it was seen
  m.sweep_cycles = 1000;
  CHECK(answer_of(headroom, m, 1) == Answer::Undecided);
  m.measured_cycles = 1000;
  CHECK(answer_of(headroom, m, 1) == Answer::Yes);
  m.overflowed_packets = 1;
  CHECK(answer_of(headroom, m, 1) == Answer::No);
  m.measured_cycles = 1;
  CHECK(answer_of(headroom, m, 1) == Answer::No);
}

TEST_CASE("a search ends at the knee, with few points", "[testbenches]") {
  const SearchPlan plan = hundred_loads();
  const Finding finding = search_all(saturation(), plan, [](const RunConfig& c) { return knee(c, 0.001); });
  CHECK(finding.state == Finding::State::Found);
  CHECK(load_at(plan, finding.found) == 0.6);
  CHECK(load_at(plan, finding.beyond) == 0.61);
  CHECK(finding.evaluations.size() <= usual_asked(100));
  for (const Evaluation& evaluation : finding.evaluations) CHECK(evaluation.config.cycles == 100000);
}

TEST_CASE("an undecided point is run longer, twice at most", "[testbenches]") {
  const SearchPlan plan = hundred_loads();
  const Finding longer = search_all(saturation(), plan, [](const RunConfig& c) { return knee(c, 0.008); });
  CHECK(longer.state == Finding::State::Found);
  CHECK(load_at(plan, longer.found) == 0.6);
  std::uint64_t most = 0;
  for (const Evaluation& evaluation : longer.evaluations) most = std::max(most, evaluation.config.cycles);
  CHECK(most == 400000);

  // At 16 times the cycles the interval is still as wide as the distance of loads: nothing is carried for
  // sure.
  const Finding never = search_all(saturation(), plan, [](const RunConfig& c) { return knee(c, 0.04); });
  CHECK(never.state == Finding::State::None);
  for (const Evaluation& evaluation : never.evaluations) CHECK(evaluation.config.cycles <= 1600000);
}

TEST_CASE("how well a load must be known follows from its nearest neighbour", "[testbenches]") {
  // The nearest one of 0.5 is after it, of 0.7 before it; each once as the last yes.
  const auto cycles_at = [](const std::vector<double>& loads, double asked) {
    SearchPlan plan;
    for (const double load : loads) {
      plan.candidates.emplace_back();
      plan.candidates.back().traffic->load = load;
    }
    // Nearly as wide as a tenth at first: too wide for neighbours 0.1 apart, and not for those 0.3 apart.
    const Finding finding = search_all(saturation(), plan, [](const RunConfig& c) { return knee(c, 0.09); });
    std::uint64_t most = 0;
    for (const Evaluation& evaluation : finding.evaluations)
      if (evaluation.config.traffic->load == asked) most = std::max(most, evaluation.config.cycles);
    return most;
  };
  CHECK(cycles_at({0.2, 0.5, 0.6, 1}, 0.5) == 400000);
  CHECK(cycles_at({0.2, 0.4, 0.5, 1}, 0.5) == 400000);
  CHECK(cycles_at({0.2, 0.5, 0.8}, 0.5) == 100000);
}

TEST_CASE("a run that ended because its interval was reached is not run longer", "[testbenches]") {
  SearchPlan plan = hundred_loads();
  for (RunConfig& config : plan.candidates) config.ci = 0.05;
  const Finding finding = search_all(saturation(), plan, [](const RunConfig& config) {
    Measured m = knee(config, 0.008);
    m.measured_cycles = 20000;
    return m;
  });
  CHECK(finding.state == Finding::State::None);
  for (const Evaluation& evaluation : finding.evaluations) CHECK(evaluation.config.cycles == 100000);
}

TEST_CASE("a search says where its bracket does not hold", "[testbenches]") {
  SearchPlan low = hundred_loads(), high = hundred_loads();
  low.candidates.resize(50);
  high.candidates.erase(high.candidates.begin(), high.candidates.begin() + 70);
  const auto measure = [](const RunConfig& c) { return knee(c, 0.001); };
  const Finding all = search_all(saturation(), low, measure);
  CHECK(all.state == Finding::State::All);
  CHECK(load_at(low, all.found) == 0.5);
  CHECK(search_all(saturation(), high, measure).state == Finding::State::None);

  // Nothing is beyond load 1, or below the least depth that a switch has.
  const SearchPlan loads = hundred_loads();
  const Finding full = search_all(saturation(), loads, [](const RunConfig& c) {
    Measured m = knee(c, 0.001);
    m.throughput.mean = c.traffic->load;
    return m;
  });
  CHECK(full.state == Finding::State::Found);
  CHECK(load_at(loads, full.found) == 1);
  SearchPlan depths;
  for (const unsigned depth : {32U, 16U}) {
    RunConfig config = config_of("packet 16, forwarding store-and-forward, flow drop");
    config.depth = depth;
    depths.candidates.push_back(config);
  }
  const auto lossless = [](const RunConfig& c) {
    Measured m;
    m.offered_packets = 1000000;
    m.measured_cycles = c.cycles;
    m.long_enough = true;
    return m;
  };
  CHECK(search_all(depth_for(1e-3), depths, lossless).state == Finding::State::Found);
  depths.candidates.front().depth = 64;
  depths.candidates.back().depth = 32;
  CHECK(search_all(depth_for(1e-3), depths, lossless).state == Finding::State::All);
}

TEST_CASE("answers that contradict make the bracket wide", "[testbenches]") {
  const SearchPlan plan = hundred_loads();
  // 0.5, the first middle, is a no by mistake.
  const Finding finding = search_all(saturation(), plan, [](const RunConfig& c) {
    Measured m = knee(c, 0.001);
    if (c.traffic->load == 0.5) m.throughput.mean = 0.4;
    return m;
  });
  CHECK(finding.state == Finding::State::Wide);
  CHECK(finding.uneven);
  CHECK(load_at(plan, finding.found) == 0.49);
  CHECK(load_at(plan, finding.beyond) > 0.6);
}

TEST_CASE("a search whose point failed asks for nothing more", "[testbenches]") {
  const SearchPlan plan = hundred_loads();
  const PointStates states = [](const RunConfig& config) -> PointState {
    if (config.traffic->load == 1) return {true, {}};
    return {false, knee(config, 0.001)};
  };
  const Finding finding = find_value(saturation(), plan, states);
  CHECK(finding.state == Finding::State::Failed);
  CHECK(finding.wanted.empty());
  CHECK(finding.failed.size() == 1);
}
