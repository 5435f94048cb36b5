// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/step_methods.h"

#include <set>

#include "host/liquid/certificate_check.h"
#include "host/liquid/first_fit_steps.h"
#include "host/step_methods/simultaneities.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

TEST_CASE("each method finds a schedule of figure 1, those that search a liquid one", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  const std::set<std::string> searches{"paper-first", "paper-scarcest", "tabu",
                                       "ejection",    "solver",         "cadical"};
  for (const StepMethod& method : step_methods()) {
    CAPTURE(method.name);
    const StepSchedule schedule = method.find(set, 60, 1);
    REQUIRE(schedule.steps >= set.duration());
    CHECK(step_fault(set, schedule).empty());
    if (searches.count(method.name) == 1) CHECK(schedule.steps == set.duration());
    CHECK(parse_step_search(method.name)->method == &method);
  }
  CHECK_FALSE(parse_step_search("guessing"));
}

TEST_CASE("a search that has no time left finds nothing", "[liquid]") {
  const TransferSet set = exchange_of_all("fat-tree(6)");
  for (const char* name : {"paper-first", "paper-scarcest", "tabu", "cadical"}) {
    CAPTURE(name);
    CHECK(parse_step_search(name)->method->find(set, 1e-9, 1).steps == 0);
  }
}

TEST_CASE("what the paper leaves out of its recursion leaves the full teams", "[liquid]") {
  const auto costs = fission_costs(exchange_of_all("two-switches(3,2)"), 60);
  REQUIRE(costs);
  REQUIRE(costs->size() == 6);
  for (const FissionCost& cost : *costs) CHECK(cost.counts.found == 72);
  const auto made = [&](std::size_t n) { return (*costs)[n].counts.categories; };
  CHECK(made(1) < made(0));
  CHECK(made(2) < made(0));
  CHECK(made(3) < std::min(made(1), made(2)));
  CHECK(made(4) < made(3));
  CHECK_FALSE(fission_costs(exchange_of_all("k-ring"), 1e-9));
}

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
