// SPDX-License-Identifier: Apache-2.0
// Liquid schedules on networks: the busiest links never idle.
#include <cmath>
#include <fstream>

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"
#include "testbenches/experiment/search.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/experiment/experiment_text.h"
#include "tests/testbenches/experiment/search_all.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

/// A complete exchange on Swiss-T1: blocks of `packets` packets of 24 beats; without those to oneself the
/// duration is that of the 16 busiest links still, 48 blocks.
Keys on_swiss_t1(const std::string& schedule, const std::string& packets) {
  return {{"topology", "k-ring"}, {"schedule", schedule}, {"packet", "24"}, {"packets-per-message", packets}};
}

/// The time of the busiest link's beats over that of the exchange.
double share_of_liquid(const Keys& keys) {
  const unsigned packets = configured(keys).packets_per_message;
  return 48.0 * 24 * packets / static_cast<double>(*measured(keys).completion_cycles);
}

Measured run_and_look(const RunConfig& config) { return measured_in(run_point(resolve(config)), config); }

std::vector<SearchPlan> plans_of(const Experiment& experiment) { return search_plans(experiment); }

}  // namespace

TEST_CASE("steps that begin at their time reach the liquid throughput", "[testbenches]") {
  const Keys liquid = with(on_swiss_t1("liquid", "16"), "step-end time");
  const RunResult run = measured(liquid);
  // A packet waits for what the ways of a step's transfers differ in length, and in phase of the arbiters.
  CHECK(share_of_liquid(liquid) > 0.995);
  CHECK(share_of_liquid(liquid) <= 1);
  CHECK(run.network->bottleneck.utilisation > 0.99);
  CHECK(share_of_liquid(on_swiss_t1("shift", "16")) < 0.5);
}

TEST_CASE("the bound of a liquid schedule is that of its busiest link", "[testbenches]") {
  const Keys liquid = with(on_swiss_t1("liquid", "4"), "step-end barrier");
  const RunResult run = measured(liquid);
  // 10 ns a cycle; T_w is small.
  CHECK(*run.predicted_seconds == Approx(48 * 24 * 4 * 10e-9).epsilon(0.01));
  CHECK(*run.completion_seconds > *run.predicted_seconds);
}

TEST_CASE("no run is faster than its busiest link, whatever hosts and links cost", "[testbenches]") {
  for (const Keys& keys : {Keys("topology hierarchy(4,4), cluster tam-326, depth 2048"),
                           Keys("topology hierarchy(4,2,3), packet 24"),
                           Keys("ports 8, cluster jacunski, transfers 1>3;7>5;3>1;4>2;0>1"),
                           Keys("topology k-ring, ranks 0..7, link-latency 50, packet 7")}) {
    for (const char* end : {"order", "counts", "barrier", "time"}) {
      for (const char* packets : {"1", "5"}) {
        CAPTURE(keys.begin()->second, end, packets);
        const RunResult run = measured(
            with(keys, {{"schedule", "liquid"}, {"step-end", end}, {"packets-per-message", packets}}));
        CHECK(run.steps->of_liquid <= 1);
        CHECK(*run.predicted_seconds <= *run.completion_seconds);
      }
    }
  }
}

TEST_CASE("a step of a clock whose cycle is no whole nanosecond is not too short", "[testbenches]") {
  const ScratchFolder folder;
  const std::string cluster = (folder.path() / "fast.toml").string();
  std::ofstream(cluster) << "clock-period = \"0.64ns\"\n";
  const Keys keys = with(on_swiss_t1("liquid", "4"), {{"step-end", "time"}, {"cluster", cluster}});
  CHECK(share_of_liquid(keys) > 0.97);
}

TEST_CASE("transfers: only those that are asked for", "[testbenches]") {
  const RunResult run = measured(with(on_swiss_t1("liquid", "1"), "transfers 0..3>4..7;8>9"));
  CHECK(run.delivered_packets == 17);
  CHECK(run.network->packet_hops == 2 * 16 + 1);
}

TEST_CASE("a liquid schedule runs alike on every engine", "[testbenches]") {
  const Keys liquid = with(on_swiss_t1("liquid", "1"), "topology two-switches(2,2), step-end counts");
  const auto cycles = [&](const char* engine) {
    return *measured(with(liquid, {{"engine", engine}})).completion_cycles;
  };
  const std::uint64_t fast = cycles("fast");
  for (const char* engine : {"rtl", "systemc", "lockstep"}) CHECK(cycles(engine) == fast);
}

// What searches find, beside theory.

TEST_CASE("the knee of FIFO inputs is their throughput at load 1", "[testbenches]") {
  const Experiment e = experiment(
      "engine = \"fast\"\nswitch = \"input\"\nsearch = \"saturation\"\nports = [2, 4, 8]\n"
      "load = \"0.5..1 step 0.005\"\ncycles = 50000\n");
  for (const SearchPlan& plan : plans_of(e)) {
    const Finding finding = search_all(e.search, plan, run_and_look);
    const double theory = find_theory("input-saturation")->value(plan.stands_for()).value();
    const double found = plan.candidates[finding.found.value()].traffic->load;
    CAPTURE(plan.stands_for().ports, found, theory);
    // The largest load of the list below the theory's, or one step beside it.
    CHECK(std::abs(found - std::floor(theory / 0.005) * 0.005) < 0.0051);
    const Measured full = measured_in(run_point(resolve(plan.stands_for())), plan.stands_for());
    CHECK(full.throughput.mean == Approx(theory).margin(3 * full.throughput.ci95.value()));
    CHECK(std::abs(found - full.throughput.mean) < 0.011);
  }
}

TEST_CASE("output queues carry any load but the very highest", "[testbenches]") {
  const Experiment e = experiment(
      "engine = \"fast\"\nswitch = \"output\"\npacket = 8\nports = 4\nsearch = \"saturation\"\n"
      "load = \"0.5..1 step 0.01\"\ndepth = 4096\n");
  const SearchPlan plan = plans_of(e).front();
  const Finding finding = search_all(e.search, plan, run_and_look);
  CHECK(plan.candidates[finding.found.value()].traffic->load >= 0.97);
}

TEST_CASE("the least depth for a loss is that of the exact chain", "[testbenches]") {
  const Experiment e = experiment(
      "engine = \"fast\"\nswitch = \"output\"\nflow = \"drop\"\npacket = 16\nsearch = \"depth\"\n"
      "max-loss = 1e-2\nload = [0.6, 0.8]\ndepth = \"32..512 step 32\"\nwarmup = 20000\ncycles = 200000\n");
  const Theory* loss = find_theory("output-loss");
  for (const SearchPlan& plan : plans_of(e)) {
    const Finding finding = search_all(e.search, plan, run_and_look);
    CHECK(finding.state == Finding::State::Found);
    RunConfig config = plan.candidates[finding.found.value()];
    CAPTURE(config.traffic->load, config.depth);
    CHECK(loss->value(config).value() <= 1e-2);
    config.depth -= 32;
    CHECK(loss->value(config).value() > 1e-2);
  }
}
