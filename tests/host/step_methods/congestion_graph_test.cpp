// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/congestion_graph.h"

#include <set>
#include <utility>

#include "host/liquid/certificate_check.h"
#include "host/liquid/first_fit_steps.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

namespace {

/// DSATUR as Brelaz says it, with all counted anew for each transfer; of equals the first one.
std::vector<std::uint32_t> dsatur_by_definition(const TransferSet& set) {
  const CongestionGraph graph(set);
  constexpr std::uint32_t kNoStep = ~0U;
  std::vector<std::uint32_t> step_of(set.size(), kNoStep);
  for (unsigned placed = 0; placed < set.size(); ++placed) {
    unsigned next = 0;
    std::pair<std::size_t, std::size_t> most;
    std::set<std::uint32_t> taken;
    for (unsigned t = set.size(); t-- > 0;) {
      if (step_of[t] != kNoStep) continue;
      std::set<std::uint32_t> steps;
      std::size_t others = 0;
      for (unsigned other = 0; other < set.size(); ++other) {
        if (!has_bit(graph.congesting(t), other)) continue;
        if (step_of[other] == kNoStep) {
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

TEST_CASE("the congestion graphs of figure 1 and of all of Swiss-T1 have the paper's edges", "[liquid]") {
  const CongestionGraph figure_1(exchange_of_all("two-switches(3,2)"));
  CHECK(figure_1.vertices() == 25);
  CHECK(figure_1.edges() == 112);
  CHECK(figure_1.density() == Approx(112.0 / 300));
  const CongestionGraph swiss_t1(exchange_of_all("k-ring"));
  CHECK(swiss_t1.vertices() == 1024);
  CHECK(swiss_t1.edges() == 48704);
}

TEST_CASE("an edge of the congestion graph is a link that two transfers share", "[liquid]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const TransferSet set = random_traffic(70, 20, seed);
    const CongestionGraph graph(set);
    for (unsigned a = 0; a < set.size(); ++a) {
      for (unsigned b = 0; b < set.size(); ++b) {
        bool shared = false;
        for (const unsigned link : set.path(a)) {
          for (const unsigned other : set.path(b)) shared |= link == other;
        }
        REQUIRE(has_bit(graph.congesting(a), b) == (shared && a != b));
      }
      for (unsigned link = 0; link < set.links(); ++link) {
        bool used = false;
        for (const unsigned of_path : set.path(a)) used |= of_path == link;
        REQUIRE(has_bit(graph.users(link), a) == used);
      }
    }
  }
}

TEST_CASE("no congestion graph where links carry several transfers a step, or of too many transfers",
          "[liquid]") {
  CHECK_THROWS_WITH(CongestionGraph(exchange_of_all("hierarchy(4,2,4)")),
                    "congestion graph: links that carry several transfers a step are not allowed; allowed: "
                    "links that are equally fast");
  TransferSet many;
  many.add_link("a");
  for (unsigned t = 0; t <= CongestionGraph::kMostTransfers; ++t) many.add({0, 0}, {0});
  CHECK_THROWS_WITH(CongestionGraph(many),
                    "congestion graph: 16385 transfers are not allowed; allowed: at most 16384");
}

TEST_CASE("a congestion graph of one transfer or none has no edges", "[liquid]") {
  CHECK(CongestionGraph(TransferSet()).density() == 0);
  CHECK(CongestionGraph(random_traffic(1, 3, 1)).density() == 0);
}

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
