// SPDX-License-Identifier: Apache-2.0

#include <set>
#include <utility>

#include "host/liquid/certificate_check.h"
#include "host/liquid/first_fit_steps.h"
#include "host/step_methods/congestion_graph.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"
#include "tests/host/liquid/random_traffic.h"

using namespace xb;

namespace {

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

TEST_CASE("what DSATUR makes are schedules", "[liquid]") {
  std::vector<TransferSet> sets{TransferSet()};
  for (const char* name : {"two-switches(3,2)", "k-ring", "fat-tree(4)", "irregular(6,24,1)"})
    sets.push_back(exchange_of_all(name));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) sets.push_back(random_traffic(100, 4, seed));
  for (const TransferSet& set : sets) {
    if (!set.unit_capacity()) continue;
    const StepSchedule schedule = dsatur_steps(set);
    CHECK(step_fault(set, schedule).empty());
    CHECK(schedule.steps >= set.duration());
  }
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
