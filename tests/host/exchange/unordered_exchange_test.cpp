// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/schedule/same_schedule.h"
#include "tests/host/schedule/schedule_proof.h"

using namespace xb;

namespace {

std::vector<unsigned> destinations(const RankProgram& program) {
  std::vector<unsigned> all;
  for (const Op& op : program.ops()) {
    if (op.kind == OpKind::Send) all.push_back(op.peer);
  }
  return all;
}

bool receives_wait(const RankProgram& program) {
  return std::any_of(program.dependencies().begin(), program.dependencies().end(),
                     [&](const auto& d) { return program.ops()[d.op].kind == OpKind::Receive; });
}

}  // namespace

TEST_CASE("every block is delivered exactly once without an order, p = 2..64", "[host][long]") {
  const auto name = GENERATE(as<std::string>{}, "random-order", "same-order", "linear");
  for (unsigned p = 2; p <= 64; ++p) {
    for (const std::uint32_t k : {1U, 3U}) {
      const ExchangeShape shape{p, k, 5, 7, p};
      CAPTURE(name, p, k);
      const Schedule schedule = make_schedule(name, shape);
      REQUIRE(exchange_fault(schedule, shape).empty());
      for (const RankProgram& program : schedule.ranks) {
        REQUIRE_FALSE(receives_wait(program));
        REQUIRE(sends_are_chained(program) == (name != "linear" || p == 2));
      }
    }
  }
}

TEST_CASE("the same order is ascending for all, itself left out", "[host]") {
  const Schedule schedule = same_order_exchange({4, 2, 1, 10});
  CHECK(destinations(schedule.ranks[0]) == std::vector<unsigned>{1, 2, 3});
  CHECK(destinations(schedule.ranks[2]) == std::vector<unsigned>{0, 1, 3});
}

TEST_CASE("the linear order begins behind oneself", "[host]") {
  CHECK(destinations(linear_exchange({4, 2, 1, 10}).ranks[2]) == std::vector<unsigned>{3, 0, 1});
}

TEST_CASE("a random order depends on seed and rank, and on nothing else", "[host]") {
  const Schedule one = random_order_exchange({16, 1, 1, 8, 1});
  CHECK(same_schedule(one, random_order_exchange({16, 1, 1, 8, 1})));
  const Schedule two = random_order_exchange({16, 1, 1, 8, 2});
  for (unsigned rank = 0; rank < 16; ++rank) {
    CAPTURE(rank);
    CHECK(destinations(one.ranks[rank]) != destinations(two.ranks[rank]));
    if (rank > 0) CHECK(destinations(one.ranks[rank]) != destinations(one.ranks[rank - 1]));
  }
  // Longer blocks do not change it.
  CHECK(destinations(random_order_exchange({16, 9, 1, 8, 1}).ranks[3]) == destinations(one.ranks[3]));
}

TEST_CASE("each order of three partners is drawn equally often", "[host]") {
  constexpr unsigned kDraws = 6000;
  std::map<std::vector<unsigned>, unsigned> seen;
  for (unsigned seed = 0; seed < kDraws; ++seed)
    ++seen[destinations(random_order_exchange({4, 1, 1, 1, seed}).ranks[1])];
  CHECK(seen.size() == 6);
  // Binomial: mean 1000, standard deviation sqrt(6000 * 5/36) = 28.9.
  for (const auto& [order, times] : seen) CHECK(std::abs(static_cast<int>(times) - 1000) < 6 * 28.9);
}
