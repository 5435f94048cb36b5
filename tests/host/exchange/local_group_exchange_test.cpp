// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <random>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/schedule_summary.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/exchange/plan_check.h"
#include "tests/host/schedule/same_schedule.h"

using namespace xb;

namespace {

ExchangeShape cluster_shape(const std::vector<unsigned>& sizes, double spread = 0) {
  ExchangeShape shape{std::accumulate(sizes.begin(), sizes.end(), 0U), 2, 1, 10};
  shape.switch_of_rank = switch_by_switch(sizes);
  shape.message_spread = spread;
  return shape;
}

/// Messages between clusters: 2 max(n_a, n_b) of each pair.
std::uint64_t formula_of_messages(const ExchangeShape& shape) {
  std::map<unsigned, std::uint64_t> sizes;
  for (const unsigned cluster : shape.switch_of_rank) ++sizes[cluster];
  std::uint64_t messages = 0;
  for (auto a = sizes.begin(); a != sizes.end(); ++a) {
    for (auto b = std::next(a); b != sizes.end(); ++b) messages += 2 * std::max(a->second, b->second);
  }
  return messages;
}

/// All that LG must be; empty: it is.
std::string local_group_fault(const ExchangeShape& shape) {
  SchedulePlan plan;
  const Schedule schedule = local_group_exchange(shape, &plan);
  std::string fault = exchange_plan_fault(schedule, plan, shape);
  if (fault.empty()) fault = step_plan_fault(schedule, plan);
  if (!fault.empty()) return fault;
  const std::uint64_t messages = messages_between_switches(schedule, shape);
  if (messages != formula_of_messages(shape)) return fmt::format("{} messages between clusters", messages);
  if (planned_steps(plan) != find_schedule("lg")->steps(shape))
    return fmt::format("{} steps", planned_steps(plan));
  return "";
}

/// Both operations' plan of the message from one rank to another one.
SchedulePlan::Planned message_of(const ExchangeShape& shape, unsigned from, unsigned to) {
  SchedulePlan plan;
  const Schedule schedule = local_group_exchange(shape, &plan);
  SchedulePlan::Planned found{};
  unsigned count = 0;
  for (const MessagePair& m : message_pairs(schedule)) {
    if (m.source != from || m.destination != to) continue;
    found = plan.ranks[m.source][m.send];
    ++count;
  }
  CHECK(count == 1);
  return found;
}

std::vector<std::pair<unsigned, unsigned>> blocks_in(const SchedulePlan::Planned& planned) {
  std::vector<std::pair<unsigned, unsigned>> blocks;
  for (const DataBlock& b : planned.blocks) blocks.emplace_back(b.source, b.destination);
  return blocks;
}

using LgBlocks = std::vector<std::pair<unsigned, unsigned>>;

}  // namespace

TEST_CASE("LG delivers every block with 2 max(n1, n2) messages between two clusters", "[host]") {
  for (const unsigned a : {1U, 2U, 3U, 7U, 20U, 40U}) {
    for (const unsigned b : {1U, 3U, 7U, 10U, 30U, 41U, 80U}) {
      const ExchangeShape shape = cluster_shape({a, b});
      CAPTURE(a, b);
      REQUIRE(local_group_fault(shape).empty());
      REQUIRE(local_group_steps(shape) == (std::max(a, b) + std::min(a, b) - 1) / std::min(a, b));
    }
  }
}

TEST_CASE("2 max(n1, n2) messages of LG cross from cluster to cluster, and 2 n1 n2 of a direct exchange",
          "[host]") {
  const auto crossing = [](const char* schedule, unsigned n1, unsigned n2) {
    unsigned count = 0;
    for (const MessagePair& m : message_pairs(make_schedule(schedule, cluster_shape({n1, n2}))))
      count += (m.source < n1) != (m.destination < n1) ? 1 : 0;
    return count;
  };
  struct Counts {
    unsigned n1, n2, lg, direct;
  };
  for (const auto& [n1, n2, lg, direct] :
       {Counts{8, 8, 16, 128}, Counts{12, 5, 24, 120}, Counts{1, 7, 14, 14}, Counts{3, 7, 14, 42},
        Counts{30, 30, 60, 1800}, Counts{20, 40, 80, 1600}}) {
    CAPTURE(n1, n2);
    CHECK(crossing("lg", n1, n2) == lg);
    for (const char* schedule : {"linear", "shift", "pairwise", "random-order"}) {
      CAPTURE(schedule);
      CHECK(crossing(schedule, n1, n2) == direct);
    }
  }
}

TEST_CASE("so it does for 1..40 and n1..80 ranks", "[host][long]") {
  for (unsigned a = 1; a <= 40; ++a) {
    for (unsigned b = a; b <= 80; ++b) {
      CAPTURE(a, b);
      REQUIRE(local_group_fault(cluster_shape({a, b})).empty());
      if (b % 8 == 0) REQUIRE(local_group_fault(cluster_shape({b, a})).empty());
    }
  }
}

TEST_CASE("LG's messages are those of the paper's example, n1 = 3, n2 = 7", "[host]") {
  const ExchangeShape shape = cluster_shape({3, 7});
  // M_{7,2} waits on rank 8 and crosses in the second step of the exchange between the clusters.
  CHECK(blocks_in(message_of(shape, 7, 8)) == LgBlocks{{7, 8}, {7, 2}});
  const SchedulePlan::Planned crossing = message_of(shape, 8, 2);
  CHECK(blocks_in(crossing) == LgBlocks{{6, 2}, {7, 2}, {8, 2}, {9, 2}});
  CHECK(crossing.step == 6 + 1);  // 6 steps within the larger cluster before
  CHECK(blocks_in(message_of(shape, 2, 8)) == LgBlocks{{0, 8}, {1, 8}, {2, 8}});
  // The last group has one rank; as printed, M_{9,1} and M_{9,2} would wait on ranks 10 and 11.
  CHECK(blocks_in(message_of(shape, 9, 7)) == LgBlocks{{9, 7}, {9, 1}});
  CHECK(blocks_in(message_of(shape, 9, 0)) == LgBlocks{{9, 0}});
  CHECK(blocks_in(message_of(shape, 0, 1)) == LgBlocks{{0, 1}, {0, 4}, {0, 7}});
}

TEST_CASE("three and more clusters meet in pairs, with blocks of any length", "[host]") {
  for (const std::vector<unsigned>& sizes : std::vector<std::vector<unsigned>>{
           {1, 1, 1}, {4, 4, 4, 4}, {3, 7, 5}, {1, 9, 2, 9, 4}, {5, 5, 5, 5, 5, 5}, {16, 3, 8, 1}}) {
    CAPTURE(sizes);
    for (const double spread : {0.0, 0.5, 1.0})
      REQUIRE(local_group_fault(cluster_shape(sizes, spread)).empty());
  }
  // Three pairs, of which two of a cluster are never at once.
  CHECK(formula_of_messages(cluster_shape({3, 7, 5})) == 2 * (7 + 5 + 7));
  CHECK(local_group_steps(cluster_shape({3, 7, 5})) == 3 + 2 + 2);
  CHECK(local_group_steps(cluster_shape({4, 4, 4, 4})) == 3);
}

TEST_CASE("LG's clusters are the switches, whatever ranks they have", "[host]") {
  ExchangeShape shape = cluster_shape({3, 7});
  shape.switch_of_rank = {1, 0, 1, 1, 0, 1, 1, 0, 1, 1};
  CHECK(local_group_fault(shape).empty());
}

TEST_CASE("LG holds for random clusters", "[host][long]") {
  std::mt19937 random(1);
  for (int n = 0; n < 1000; ++n) {
    std::vector<unsigned> sizes(2 + random() % 7);
    for (unsigned& size : sizes) size = 1 + random() % 16;
    ExchangeShape shape = cluster_shape(sizes, 0.25 * static_cast<double>(random() % 5));
    if (n % 2 == 1) std::shuffle(shape.switch_of_rank.begin(), shape.switch_of_rank.end(), random);
    CAPTURE(sizes, shape.switch_of_rank);
    REQUIRE(local_group_fault(shape).empty());
  }
}

TEST_CASE("the plan of LG changes no program", "[host]") {
  SchedulePlan plan;
  const ExchangeShape shape = cluster_shape({3, 7, 2});
  CHECK(same_schedule(local_group_exchange(shape, &plan), local_group_exchange(shape)));
}
