// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_search.h"

#include <algorithm>

#include "host/base/random.h"
#include "host/liquid/bipartite_steps.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/first_fit_steps.h"
#include "host/liquid/step_repairs.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

namespace {

bool never() { return false; }

/// As many random permutations of senders and receivers, over links of their own and nothing else.
TransferSet permutations(unsigned hosts, unsigned number) {
  RandomStream random(2, StreamPurpose::Test, 0);
  TransferSet set;
  for (unsigned link = 0; link < 2 * hosts; ++link) set.add_link("l");
  for (unsigned n = 0; n < number; ++n) {
    const std::vector<unsigned> to = random.permutation(hosts);
    for (unsigned host = 0; host < hosts; ++host) {
      set.add({static_cast<std::uint16_t>(host), static_cast<std::uint16_t>(to[host])},
              {host, hosts + to[host]});
    }
  }
  return set;
}

StepSchedule schedule_of(const TransferClasses& classes, const StepTable& table) {
  return without_empty_steps(classes.spread(table.step_of()));
}

/// How far the colours at a vertex of one side are from even, at most.
unsigned unevenness(const std::vector<SplitEdge>& edges, EndOf<SplitEdge> end,
                    const std::vector<std::uint32_t>& colour_of, unsigned colours) {
  unsigned most = 0;
  for (std::uint32_t vertex = 0; vertex < 64; ++vertex) {
    std::vector<unsigned> count(colours, 0);
    for (std::size_t n = 0; n < edges.size(); ++n) count[colour_of[n]] += edges[n].*end == vertex ? 1 : 0;
    const auto [low, high] = std::minmax_element(count.begin(), count.end());
    most = std::max(most, *high - *low);
  }
  return most;
}

}  // namespace

TEST_CASE("senders and receivers at one switch need no search", "[liquid]") {
  const TransferSet set = permutations(12, 7);
  const TransferClasses classes(set);
  const auto step_of = bipartite_steps(classes.problem(), 7);
  REQUIRE(step_of);
  CHECK(step_fault(set, without_empty_steps(classes.spread(*step_of))).empty());
  CHECK_FALSE(bipartite_steps(classes.problem(), 6));
  TransferSet triangle;
  for (unsigned link = 0; link < 3; ++link) triangle.add_link("l");
  for (unsigned n = 0; n < 6; ++n) triangle.add({0, 0}, {n % 3, (n + 1) % 3});
  CHECK_FALSE(bipartite_steps(TransferClasses(triangle).problem(), 6));
}

TEST_CASE("transfers one by one, and steps anew, repair what the greedy schedule leaves out", "[liquid]") {
  const TransferSet set = permutations(14, 9);
  const TransferClasses classes(set);
  StepTable table(classes.problem(), 9);
  greedy_steps(table);
  REQUIRE(table.left() > 0);
  StepTable other = table;
  EjectSteps eject(table, {1, StreamPurpose::Test, 0});
  REQUIRE(eject.run(100000, never));
  CHECK(table.left() == 0);
  CHECK(step_fault(set, schedule_of(classes, table)).empty());
  WindowSteps window(other, {1, StreamPurpose::Test, 0});
  REQUIRE(window.run(100000, never));
  CHECK(other.left() == 0);
  CHECK(step_fault(set, schedule_of(classes, other)).empty());
}

TEST_CASE("repairs that are stopped leave a table that holds what it held", "[liquid]") {
  const TransferSet set = permutations(14, 9);
  const TransferClasses classes(set);
  StepTable table(classes.problem(), 9);
  greedy_steps(table);
  EjectSteps eject(table, {1, StreamPurpose::Test, 0});
  CHECK_FALSE(eject.run(3, never));
  unsigned left = 0;
  std::vector<unsigned> carried(set.links() * 9, 0);
  for (unsigned item = 0; item < set.size(); ++item) {
    const std::uint32_t step = table.step_of(item);
    if (step == StepTable::kNoStep) {
      ++left;
      continue;
    }
    for (const unsigned link : classes.problem().path(table.class_of(item))) {
      CHECK(++carried[link * 9 + step] <= classes.problem().capacity(link));
      CHECK(table.full(link, step) == (classes.problem().capacity(link) == carried[link * 9 + step]));
    }
  }
  CHECK(table.left() == left);
  CHECK(left > 0);
}

TEST_CASE("a schedule has no empty steps", "[liquid]") {
  const StepSchedule schedule = without_empty_steps({7, 2, 7, 0, 4});
  CHECK(schedule.steps == 4);
  CHECK(schedule.step_of == std::vector<std::uint32_t>{3, 1, 3, 0, 2});
}

TEST_CASE("edges are dealt out evenly at every vertex", "[liquid]") {
  RandomStream random(1, StreamPurpose::Test, 0);
  for (unsigned seed = 0; seed < 40; ++seed) {
    const unsigned left = 1 + random.below(20);
    const unsigned right = 1 + random.below(20);
    const unsigned colours = 1 + random.below(9);
    std::vector<SplitEdge> edges(random.below(300));
    for (SplitEdge& edge : edges) edge = {random.below(left), random.below(right)};
    const std::vector<std::uint32_t> colour_of = even_split(edges, colours);
    INFO("seed " << seed);
    REQUIRE(colour_of.size() == edges.size());
    CHECK(std::all_of(colour_of.begin(), colour_of.end(), [&](std::uint32_t c) { return c < colours; }));
    CHECK(unevenness(edges, &SplitEdge::left, colour_of, colours) <= 1);
    CHECK(unevenness(edges, &SplitEdge::right, colour_of, colours) <= 1);
  }
}
