// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_baselines.h"

#include <algorithm>
#include <set>
#include <utility>

#include "host/liquid/congestion_graph.h"
#include "host/liquid/step_check.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

namespace {

void check_baselines(const TransferSet& set) {
  std::vector<StepSchedule> all{round_robin_steps(set), random_order_steps(set, 1), busiest_first_steps(set)};
  if (set.unit_capacity()) all.push_back(dsatur_steps(set));
  for (const StepSchedule& schedule : all) {
    CHECK(step_fault(set, schedule).empty());
    CHECK(schedule.steps >= set.duration());
  }
}

/// DSATUR as Brelaz says it, with all counted anew for each transfer; of equals the first one.
std::vector<std::uint32_t> dsatur_by_definition(const TransferSet& set) {
  const CongestionGraph graph(set);
  constexpr std::uint32_t kNone = ~0U;
  std::vector<std::uint32_t> step_of(set.size(), kNone);
  for (unsigned placed = 0; placed < set.size(); ++placed) {
    unsigned next = 0;
    std::pair<std::size_t, std::size_t> most;
    std::set<std::uint32_t> taken;
    for (unsigned t = set.size(); t-- > 0;) {
      if (step_of[t] != kNone) continue;
      std::set<std::uint32_t> steps;
      std::size_t others = 0;
      for (unsigned other = 0; other < set.size(); ++other) {
        if (!has_bit(graph.congesting(t), other)) continue;
        if (step_of[other] == kNone) {
          ++others;
        } else {
          steps.insert(step_of[other]);
        }
      }
      const std::pair<std::size_t, std::size_t> of_t{steps.size(), others};
      if (of_t < most) continue;
      most = of_t;
      next = t;
      taken = steps;
    }
    step_of[next] = 0;
    while (taken.count(step_of[next]) != 0) ++step_of[next];
  }
  return step_of;
}

}  // namespace

TEST_CASE("what round robin, a random order, greed and DSATUR make are schedules", "[liquid]") {
  for (const char* name : {"two-switches(3,2)", "k-ring", "fat-tree(4)", "irregular(6,24,1)", "torus(3,3,2)",
                           "hierarchy(4,2,4)", "hierarchy(3,4,2)"}) {
    INFO(name);
    check_baselines(exchange_of_all(name));
  }
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    check_baselines(random_traffic(100, 4, seed));
  }
  check_baselines(TransferSet());
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

TEST_CASE("DSATUR needs two steps where the congestion graph is bipartite", "[liquid]") {
  unsigned first_fit_more = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    RandomStream random(seed, StreamPurpose::Test, 2);
    // A link for each edge, between a transfer of the first half and one of the second.
    constexpr unsigned kHalf = 30;
    std::vector<std::vector<unsigned>> paths(2 * kHalf);
    TransferSet set;
    for (unsigned edge = 0; edge < 3 * kHalf; ++edge) {
      const unsigned link = set.add_link("edge");
      paths[random.below(kHalf)].push_back(link);
      paths[kHalf + random.below(kHalf)].push_back(link);
    }
    for (const auto& path : paths) {
      if (!path.empty()) set.add({0, 0}, path);
    }
    CHECK(dsatur_steps(set).steps == 2);
    first_fit_more += random_order_steps(set, seed).steps > 2 ? 1 : 0;
  }
  CHECK(first_fit_more > 10);
}

TEST_CASE("DSATUR takes the transfers in Brelaz' order", "[liquid]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    const TransferSet set = random_traffic(60, 20, seed);
    CHECK(dsatur_steps(set).step_of == dsatur_by_definition(set));
  }
}
