// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "host/exchange/algorithms.h"
#include "tests/catch.h"
#include "tests/host/exchange/plan_check.h"
#include "tests/host/message_of.h"
#include "tests/host/schedule/same_schedule.h"

using namespace xb;

namespace {

ExchangeShape ring_shape(const std::vector<unsigned>& sizes, std::vector<unsigned> ring = {},
                         std::uint64_t seed = 1) {
  ExchangeShape shape{std::accumulate(sizes.begin(), sizes.end(), 0U), 2, 1, 10, seed};
  shape.switch_of_rank = switch_by_switch(sizes);
  shape.switch_ring = std::move(ring);
  return shape;
}

/// Ranks whose next one in the ring is on another switch.
unsigned switch_crossings(const std::vector<unsigned>& order, const ExchangeShape& shape) {
  const std::vector<unsigned> at = switch_of_ranks(shape);
  unsigned crossings = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (at[order[n]] != at[order[(n + 1) % order.size()]]) ++crossings;
  }
  return crossings;
}

}  // namespace

TEST_CASE("a switch-ordered ring has the ranks of a switch together", "[host]") {
  CHECK(switch_ordered_ranks(ring_shape({2, 3, 1}, {2, 0, 1})) == std::vector<unsigned>{5, 0, 1, 2, 3, 4});
  CHECK(switch_crossings(switch_ordered_ranks(ring_shape({16, 16})), ring_shape({16, 16})) == 2);
  CHECK(switch_crossings(switch_ordered_ranks(ring_shape({4, 4, 4, 4}, {3, 0, 2, 1})),
                         ring_shape({4, 4, 4, 4})) == 4);
  CHECK(switch_crossings(switch_ordered_ranks(ring_shape({5})), ring_shape({5})) == 0);
}

TEST_CASE("so it has where they are scattered", "[host]") {
  ExchangeShape shape = ring_shape({2, 3});
  shape.switch_of_rank = {0, 1, 0, 1, 1};
  CHECK(switch_ordered_ranks(shape) == std::vector<unsigned>{0, 2, 1, 3, 4});
  CHECK(switch_crossings({0, 1, 2, 3, 4}, shape) == 4);
  CHECK(switch_crossings(switch_ordered_ranks(shape), shape) == 2);
}

TEST_CASE("a rank-ordered ring is a permutation by the seed, whatever the switches", "[host]") {
  const ExchangeShape shape = ring_shape({16, 16});
  const std::vector<unsigned> order = rank_ordered_ranks(shape);
  CHECK(order == rank_ordered_ranks(ring_shape({21, 11})));
  CHECK(order != rank_ordered_ranks(ring_shape({16, 16}, {}, 2)));
  std::vector<unsigned> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<unsigned> all(32);
  std::iota(all.begin(), all.end(), 0U);
  CHECK(sorted == all);
  // A random ring of 16 and 16 has 32 * 16/31 = 16.5 crossings in the mean, with deviation 2.8.
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const ExchangeShape drawn = ring_shape({16, 16}, {}, seed);
    sum += switch_crossings(rank_ordered_ranks(drawn), drawn);
  }
  CHECK(sum / 400 == Approx(32.0 * 16 / 31).margin(6 * 2.9 / 20));
}

TEST_CASE("rings bring every block to everybody once, one message a step and link in switch order",
          "[host]") {
  for (const std::vector<unsigned>& sizes : std::vector<std::vector<unsigned>>{
           {1, 1}, {7}, {1, 6, 2}, {16, 16}, {21, 11}, {5, 4, 3, 3}, {9, 1, 1, 1, 4, 30}}) {
    std::vector<unsigned> ring(sizes.size());
    std::iota(ring.rbegin(), ring.rend(), 0U);
    const ExchangeShape shape = ring_shape(sizes, ring);
    for (const auto build : {switch_ordered_ring, rank_ordered_ring}) {
      SchedulePlan plan;
      const Schedule schedule = build(shape, &plan);
      CHECK(broadcast_plan_fault(schedule, plan, shape).empty());
      CHECK(step_plan_fault(schedule, plan).empty());
      CHECK(planned_steps(plan) == shape.ranks - 1);
      CHECK(same_schedule(schedule, build(shape, nullptr)));
      if (build == switch_ordered_ring) CHECK(ring_link_fault(schedule, plan, shape).empty());
    }
  }
}

TEST_CASE("on one switch a switch-ordered ring is the logical ring", "[host]") {
  const ExchangeShape shape{9, 3, 1, 10};
  CHECK(same_schedule(switch_ordered_ring(shape), logical_ring_broadcast(shape)));
}

TEST_CASE("a ring in another order than the switches' is found on the links", "[host]") {
  const ExchangeShape shape = ring_shape({16, 16});
  SchedulePlan plan;
  const Schedule schedule = rank_ordered_ring(shape, &plan);
  CHECK(mentions(ring_link_fault(schedule, plan, shape), {"two messages from switch"}));
}
