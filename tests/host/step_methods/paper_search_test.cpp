// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "host/liquid/certificate_check.h"
#include "host/step_methods/simultaneities.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;
using Verdict = LiquidVerdict;

namespace {

/// Three transfers, each over two of three links: any two congest, and each link has two.
TransferSet figure_5() {
  TransferSet set;
  for (const char* name : {"a", "b", "c"}) set.add_link(name);
  set.add({0, 0}, {0, 1});
  set.add({1, 1}, {1, 2});
  set.add({2, 2}, {2, 0});
  return set;
}

/// Whether so many steps are enough, by trying each step for each transfer.
bool fits_in(const TransferSet& set, unsigned steps) {
  std::vector<std::vector<bool>> busy(steps, std::vector<bool>(set.links()));
  const std::function<bool(unsigned)> place = [&](unsigned t) {
    if (t == set.size()) return true;
    for (auto& step : busy) {
      const LinkPath path = set.path(t);
      if (std::any_of(path.begin(), path.end(), [&](unsigned link) { return step[link]; })) continue;
      for (const unsigned link : path) step[link] = true;
      if (place(t + 1)) return true;
      for (const unsigned link : path) step[link] = false;
    }
    return false;
  };
  return place(0);
}

void check_liquid(const TransferSet& set, const PaperSearchResult& result) {
  REQUIRE(result.verdict == Verdict::Liquid);
  CHECK(result.schedule.steps == set.duration());
  CHECK(step_fault(set, result.schedule).empty());
}

}  // namespace

TEST_CASE("the paper's search finds a liquid schedule of figure 1 at once", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  const PaperSearchResult result = paper_search(set);
  check_liquid(set, result);
  CHECK(result.schedule.steps == 6);
  CHECK(result.fission.found == 6);
  CHECK(result.dead_ends == 0);
}

TEST_CASE("figure 5: without a team there is no liquid schedule", "[liquid]") {
  const TransferSet set = figure_5();
  REQUIRE(set.duration() == 2);
  const PaperSearchResult result = paper_search(set);
  CHECK(result.verdict == Verdict::None);
  CHECK(result.fission.found == 0);
  CHECK(result.dead_ends == 1);
}

TEST_CASE("figure 11: several transfers may take the same path, and virtual links change nothing",
          "[liquid]") {
  const Topology topology = make_topology("two-switches(3,2)");
  const Wiring wiring(topology);
  std::vector<SizedTransfer> sized = complete_exchange_of({0, 1, 2, 3, 4});
  sized[0].packets = 2;
  const TransferSet set = transfers_over(topology, wiring, routes_of(topology, wiring), sized);
  REQUIRE(set.size() == 26);
  REQUIRE(set.duration() == 6);
  REQUIRE(set.bottlenecks().size() == 4);
  const PaperSearchResult result = paper_search(set);
  check_liquid(set, result);

  TransferSet with_virtual;
  for (unsigned link = 0; link < set.links(); ++link) with_virtual.add_link(set.link_name(link));
  for (unsigned t = 0; t < set.size(); ++t) {
    std::vector<unsigned> path(set.path(t).begin(), set.path(t).end());
    if (t < 2) path.push_back(with_virtual.add_link("virtual"));
    with_virtual.add(set[t], path);
  }
  const PaperSearchResult same = paper_search(with_virtual);
  check_liquid(with_virtual, same);
  CHECK(same.schedule.step_of == result.schedule.step_of);
  CHECK(same.fission.categories == result.fission.categories);
}

TEST_CASE("the paper's search finds a liquid schedule where there is one, and none where there is none",
          "[liquid]") {
  unsigned none = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    RandomStream random(seed, StreamPurpose::Test, 1);
    const TransferSet set = random_traffic(3 + random.below(8), 3 + random.below(5), seed);
    const bool exists = fits_in(set, set.duration());
    none += exists ? 0 : 1;
    for (unsigned n = 0; n < 16; ++n) {
      const PaperSearchResult result =
          paper_search(set, {}, {(n & 1) != 0, (n & 2) != 0, (n & 4) != 0, (n & 8) != 0});
      if (exists) {
        check_liquid(set, result);
      } else {
        CHECK(result.verdict == Verdict::None);
      }
    }
  }
  CHECK(none > 10);
}

TEST_CASE("the paper's search gives up at its limit, and goes as far each time", "[liquid]") {
  const TransferSet set = exchange_of_all("k-ring");
  const PaperSearchResult open = paper_search(set, {0, 500});
  CHECK(open.verdict == Verdict::Open);
  CHECK(open.schedule.steps == 0);
  CHECK(open.fission.categories >= 500);
  CHECK(open.fission.categories <= 502);
  const PaperSearchResult again = paper_search(set, {0, 500});
  CHECK(again.fission.categories == open.fission.categories);
  CHECK(again.fission.found == open.fission.found);
  CHECK(paper_search(set, {1e-9, 0}).verdict == Verdict::Open);
}

TEST_CASE("the paper's search schedules all of Swiss-T1", "[liquid]") {
  const TransferSet set = exchange_of_all("k-ring");
  check_liquid(set, paper_search(set, {0, 100000}));
}

TEST_CASE("without transfers the liquid schedule has no steps", "[liquid]") {
  CHECK(paper_search(TransferSet()).verdict == Verdict::Liquid);
}
