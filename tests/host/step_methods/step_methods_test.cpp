// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/step_methods.h"

#include <set>

#include "host/liquid/certificate_check.h"
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
