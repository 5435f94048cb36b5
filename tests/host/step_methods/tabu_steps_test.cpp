// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/certificate_check.h"
#include "host/liquid/first_fit_steps.h"
#include "host/step_methods/step_methods.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

TEST_CASE("tabu search finds liquid schedules", "[liquid]") {
  for (const char* name : {"two-switches(3,2)", "k-ring", "hierarchy(4,2,4)", "mesh(3,2,2)"}) {
    INFO(name);
    const TransferSet set = exchange_of_all(name);
    const StepSchedule schedule = tabu_steps(set, set.duration(), 20000, 1);
    CHECK(schedule.steps == set.duration());
    CHECK(step_fault(set, schedule).empty());
    CHECK(tabu_steps(set, set.duration(), 20000, 1).step_of == schedule.step_of);
  }
}

TEST_CASE("tabu search ends without a schedule where steps are too few, and where it has to stop",
          "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  CHECK(tabu_steps(set, 5, 1000, 1).steps == 0);
  CHECK(tabu_steps(set, 1, 1000, 1).steps == 0);
  CHECK(tabu_steps(set, 0, 1000, 1).steps == 0);
  unsigned looks = 0;
  CHECK(tabu_steps(set, 5, ~std::uint64_t{0}, 1, [&] { return ++looks == 10; }).steps == 0);
  CHECK(looks == 10);
}

TEST_CASE("tabu search finds what first fit does not", "[liquid]") {
  for (const char* name : {"k-ring", "torus(4,4)", "mesh(3,3,2)"}) {
    INFO(name);
    const TransferSet set = exchange_of_all(name);
    CHECK(busiest_first_steps(set).steps > set.duration());
    CHECK(step_fault(set, tabu_steps(set, set.duration(), 20000, 2)).empty());
  }
}

TEST_CASE("what tabu search finds is a schedule", "[liquid]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    const TransferSet set = random_traffic(200, 12, seed);
    const StepSchedule schedule = tabu_steps(set, set.duration(), 200, seed);
    if (schedule.steps != 0) CHECK(step_fault(set, schedule).empty());
  }
}
