// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/first_fit_steps.h"

#include <algorithm>

#include "host/liquid/certificate_check.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

namespace {

void check_all(const TransferSet& set) {
  for (const StepSchedule& schedule :
       {round_robin_steps(set), random_order_steps(set, 1), busiest_first_steps(set)}) {
    CHECK(step_fault(set, schedule).empty());
    CHECK(schedule.steps >= set.duration());
  }
}

}  // namespace

TEST_CASE("what round robin, a random order and greed make are schedules", "[liquid]") {
  for (const char* name : {"two-switches(3,2)", "k-ring", "fat-tree(4)", "irregular(6,24,1)", "torus(3,3,2)",
                           "hierarchy(4,2,4)", "hierarchy(3,4,2)"}) {
    INFO(name);
    check_all(exchange_of_all(name));
  }
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    check_all(random_traffic(100, 4, seed));
  }
  check_all(TransferSet());
}

TEST_CASE("round robin takes 7 steps for figure 1, phase by phase", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  const StepSchedule schedule = round_robin_steps(set);
  CHECK(schedule.steps == 7);
  std::vector<unsigned> first(5, 7), last(5, 0);
  for (unsigned t = 0; t < set.size(); ++t) {
    const unsigned phase = (set[t].destination + 5U - set[t].source) % 5;
    first[phase] = std::min(first[phase], schedule.step_of[t]);
    last[phase] = std::max(last[phase], schedule.step_of[t]);
  }
  CHECK(first == std::vector<unsigned>{0, 1, 2, 4, 6});
  CHECK(last == std::vector<unsigned>{0, 1, 3, 5, 6});
}

TEST_CASE("round robin counts the hosts of the traffic, wherever they are", "[liquid]") {
  const Topology topology = make_topology("k-ring");
  const Wiring wiring(topology);
  const TransferSet set =
      transfers_over(topology, wiring, routes_of(topology, wiring), complete_exchange_of({0, 1, 2, 28, 29}));
  // One link between their switches, as in figure 1.
  CHECK(round_robin_steps(set).steps == 7);
}

TEST_CASE("a link that carries several transfers a step is filled", "[liquid]") {
  TransferSet set;
  const unsigned fast = set.add_link("fast", 3);
  for (std::uint16_t t = 0; t < 6; ++t) set.add({t, t}, {fast, set.add_link("slow")});
  CHECK(busiest_first_steps(set).steps == 2);
  CHECK(random_order_steps(set, 1).steps == 2);
  CHECK(round_robin_steps(set).steps == 2);
}

TEST_CASE("a random order depends on its seed alone", "[liquid]") {
  const TransferSet set = exchange_of_all("k-ring");
  CHECK(random_order_steps(set, 1).step_of == random_order_steps(set, 1).step_of);
  CHECK(random_order_steps(set, 1).step_of != random_order_steps(set, 2).step_of);
}

TEST_CASE("greed places the transfers over the busiest link first", "[liquid]") {
  TransferSet set;
  const unsigned busy = set.add_link("busy");
  const unsigned idle = set.add_link("idle");
  set.add({0, 0}, {idle});
  set.add({1, 1}, {busy});
  set.add({2, 2}, {busy});
  set.add({3, 3}, {idle, busy});
  CHECK(busiest_first_steps(set).step_of == std::vector<std::uint32_t>{1, 1, 2, 0});
}
