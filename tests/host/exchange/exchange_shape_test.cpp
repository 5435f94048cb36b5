// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_shape.h"

#include <algorithm>
#include <stdexcept>

#include "host/exchange/schedule_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/schedule/schedule_execution.h"

using namespace xb;

namespace {

ExchangeShape spread_shape(double spread, std::uint64_t seed = 1) {
  ExchangeShape shape{24, 10, 1, 100, seed};
  shape.message_spread = spread;
  return shape;
}

std::vector<std::vector<unsigned>> members(const std::vector<RankGroup>& groups) {
  std::vector<std::vector<unsigned>> all;
  for (const RankGroup& group : groups) all.push_back(group.ranks);
  return all;
}

}  // namespace

TEST_CASE("ranks lie on switches in any order, and so do switches in the ring", "[host]") {
  using Groups = std::vector<std::vector<unsigned>>;
  ExchangeShape shape{5, 1, 1};
  CHECK(members(switch_groups(shape)) == Groups{{0, 1, 2, 3, 4}});
  CHECK(switch_of_ranks(shape) == std::vector<unsigned>(5, 0));
  shape.switch_of_rank = switch_by_switch({2, 1, 2});
  CHECK(shape.switch_of_rank == std::vector<unsigned>{0, 0, 1, 2, 2});
  CHECK(members(switch_groups(shape)) == Groups{{0, 1}, {2}, {3, 4}});
  CHECK(members(ring_groups(shape)) == Groups{{0, 1}, {2}, {3, 4}});
  shape.switch_of_rank = {2, 0, 1, 0, 1};
  CHECK(members(switch_groups(shape)) == Groups{{1, 3}, {2, 4}, {0}});
  shape.switch_ring = {1, 0, 2};
  CHECK(members(ring_groups(shape)) == Groups{{2, 4}, {1, 3}, {0}});
  CHECK(ring_groups(shape)[0].number == 1);
  for (const auto& ring : {std::vector<unsigned>{1, 1, 2}, {1, 0}, {0, 1, 3}}) {
    shape.switch_ring = ring;
    CHECK_THROWS_AS(ring_groups(shape), std::logic_error);
  }
  for (const auto& of : {std::vector<unsigned>{0, 0, 0, 0}, {0, 0, 0, 2, 2}}) {
    shape.switch_of_rank = of;
    CHECK_THROWS_AS(switch_groups(shape), std::logic_error);
  }
}

TEST_CASE("lengths of blocks are uniform around k packets, and depend on seed and ranks alone", "[host]") {
  CHECK(spread_shape(0).block_bytes(3, 5) == 1000);
  const ExchangeShape shape = spread_shape(0.2);
  std::uint64_t least = 1000, most = 1000, sum = 0, differ = 0;
  for (unsigned i = 0; i < 24; ++i) {
    for (unsigned j = 0; j < 24; ++j) {
      const std::uint64_t bytes = shape.block_bytes(i, j);
      least = std::min(least, bytes);
      most = std::max(most, bytes);
      sum += bytes;
      if (bytes != spread_shape(0.2, 2).block_bytes(i, j)) ++differ;
      if (bytes != shape.block_bytes(j, i)) ++differ;
    }
  }
  // 576 draws of 401 values, mean 1000, standard deviation 115.8; that of the mean is 4.8.
  CHECK(least >= 800);
  CHECK(least < 806);
  CHECK(most <= 1200);
  CHECK(most > 1194);
  CHECK(static_cast<double>(sum) / 576 == Approx(1000).margin(6 * 4.8));
  CHECK(differ > 1000);
  ExchangeShape more = shape;
  more.ranks = 48;
  CHECK(more.block_bytes(7, 9) == shape.block_bytes(7, 9));
}

TEST_CASE("exchanges with blocks of different lengths deliver each with its own", "[host]") {
  for (const ScheduleEntry& entry : schedules()) {
    if (!entry.uses("message-spread") || entry.least_switches > 1) continue;
    CAPTURE(entry.name);
    const ExchangeShape shape = spread_shape(1);
    const Schedule schedule = make_schedule(entry.name, shape);
    const auto messages = execute(schedule);
    REQUIRE(messages);
    CHECK(messages->size() == 24 * 23);
    for (const ProvenMessage& m : *messages) {
      REQUIRE(schedule.ranks[m.source].ops()[m.send].size == shape.block_bytes(m.source, m.destination));
      REQUIRE(schedule.ranks[m.destination].ops()[m.receive].size ==
              shape.block_bytes(m.source, m.destination));
    }
  }
}
