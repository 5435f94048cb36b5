// SPDX-License-Identifier: Apache-2.0
// What searches find, beside theory.
#include <cmath>

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"
#include "testbenches/experiment/search.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/experiment/experiment_text.h"
#include "tests/testbenches/experiment/search_all.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

Measured run_and_look(const RunConfig& config) { return measured_in(run_point(resolve(config)), config); }

std::vector<SearchPlan> plans_of(const Experiment& experiment) { return search_plans(experiment); }

}  // namespace

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
