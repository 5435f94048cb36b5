// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "host/exchange/algorithms.h"
#include "tests/catch.h"
#include "tests/host/exchange/plan_check.h"
#include "tests/host/schedule/same_schedule.h"

using namespace xb;

namespace {

ExchangeShape link_shape(const std::vector<unsigned>& sizes, std::vector<unsigned> ring = {}) {
  ExchangeShape shape{std::accumulate(sizes.begin(), sizes.end(), 0U), 2, 1, 10};
  shape.switch_of_rank = switch_by_switch(sizes);
  shape.switch_ring = std::move(ring);
  return shape;
}

using LinkBuilder = Schedule (*)(const ExchangeShape&, SchedulePlan*);

/// All that a link-scheduled broadcast must be; empty: it is.
std::string link_scheduling_fault(LinkBuilder build, const ExchangeShape& shape, unsigned steps) {
  SchedulePlan plan;
  const Schedule schedule = build(shape, &plan);
  std::string fault = broadcast_plan_fault(schedule, plan, shape);
  if (fault.empty()) fault = step_plan_fault(schedule, plan);
  if (fault.empty()) fault = ring_link_fault(schedule, plan, shape);
  if (fault.empty() && planned_steps(plan) != steps)
    fault = fmt::format("{} steps instead of {}", planned_steps(plan), steps);
  return fault;
}

/// The rows of the papers' tables for one switch: where each rank receives from, then where it sends to, `-`
/// for nowhere. Ranks from 1; those of the switches before and after with a letter in front.
std::vector<std::string> table_of(LinkBuilder build, const ExchangeShape& shape, unsigned at, char before,
                                  char after) {
  SchedulePlan plan;
  const Schedule schedule = build(shape, &plan);
  const RankGroup group = switch_groups(shape)[at];
  const std::vector<unsigned> of = switch_of_ranks(shape);
  const auto cell = [&](unsigned rank, OpKind kind, std::uint32_t step) -> std::string {
    for (OpId op = 0; op < plan.ranks[rank].size(); ++op) {
      const Op& o = schedule.ranks[rank].ops()[op];
      if (o.kind != kind || plan.ranks[rank][op].step != step) continue;
      const unsigned index = o.peer - switch_groups(shape)[of[o.peer]][0] + 1;
      if (of[o.peer] == at) return std::to_string(index);
      return fmt::format("{}{}", kind == OpKind::Send ? after : before, index);
    }
    return "-";
  };
  std::vector<std::string> rows;
  for (std::uint32_t step = 0; step < planned_steps(plan); ++step) {
    std::string row;
    for (const OpKind kind : {OpKind::Receive, OpKind::Send}) {
      for (unsigned i = 0; i < group.count(); ++i) row += fmt::format("{:>3}", cell(group[i], kind, step));
      if (kind == OpKind::Receive) row += "  ";
    }
    rows.push_back(row);
  }
  while (rows.back().find_first_not_of(" -") == std::string::npos) rows.pop_back();
  return rows;
}

}  // namespace

TEST_CASE("LS2 does what the paper's figure 8 shows", "[host]") {
  // Jacunski et al., 4 ranks here, 7 there. Printed there for PE 4: 2 received from in step 6, 1 in step 7,
  // which no rank's sends fit.
  CHECK(table_of(two_switch_link_scheduling, link_shape({4, 7}), 0, 'R', 'R') ==
        std::vector<std::string>{
            "  2  3  4 R1   R7  1  2  3",  //
            "  3  4 R2  1    4 R6  1  2",  //
            "  4 R3  1  2    3  4 R5  1",  //
            " R4  1  2  3    2  3  4 R4",  //
            "  2  3  4 R5    -  1  2  3",  //
            "  3  4 R6  1    4  -  1  2",  //
            "  4 R7  1  2    3  4  -  1",  //
            "  -  1  2  3    2  3  4  -",  //
            "  2  3  4  -    -  1  2  3",  //
            "  3  4  -  2    -  4  1  2",  //
            "  4  -  2  3    -  3  4  1",
        });
}

TEST_CASE("LS does what the paper's figure 9 shows", "[host]") {
  CHECK(table_of(link_scheduling, link_shape({5, 4, 3, 3}), 1, 'S', 'D') ==
        std::vector<std::string>{
            "  2  3  4 S1   D3  1  2  3",  //
            "  3  4 S2  1    4 D2  1  2",  //
            "  4 S3  1  2    3  4 D1  1",  //
            " S4  1  2  3    2  3  4 D1",  //
            " S5  1  2  3    2  3  4 D2",  //
            "  4 S5  1  2    3  4 D3  1",  //
            "  3  4 S4  1    4 D3  1  2",  //
            "  2  3  4 S3   D2  1  2  3",  //
            "  2  3  4 S2   D1  1  2  3",  //
            "  3  4 S1  1    4 D1  1  2",  //
            "  4 S1  1  2    3  4 D2  1",  //
            "  -  1  2  3    2  3  4 D3",  //
            "  4  -  2  3    -  3  4  1",  //
            "  3  4  -  2    -  4  1  2",  //
            "  2  3  4  -    -  1  2  3",
        });
}

TEST_CASE("LS2 is complete and keeps to one message a step and link, 1..32 ranks on each switch",
          "[host][long]") {
  for (unsigned a = 1; a <= 32; ++a) {
    for (unsigned b = 1; b <= 32; ++b) {
      const ExchangeShape shape = link_shape({a, b});
      CAPTURE(a, b);
      REQUIRE(link_scheduling_fault(two_switch_link_scheduling, shape, two_switch_steps(shape)).empty());
    }
  }
}

TEST_CASE("so it is at the corners", "[host]") {
  for (const unsigned a : {1U, 2U, 7U, 31U, 32U}) {
    for (const unsigned b : {1U, 2U, 3U, 16U, 32U}) {
      const ExchangeShape shape = link_shape({a, b});
      CAPTURE(a, b);
      REQUIRE(link_scheduling_fault(two_switch_link_scheduling, shape, two_switch_steps(shape)).empty());
    }
  }
}

TEST_CASE("LS is complete and keeps to one message a step and link on random rings", "[host][long]") {
  std::mt19937 random(1);
  for (unsigned switches = 2; switches <= 10; ++switches) {
    for (int n = 0; n < 300; ++n) {
      std::vector<unsigned> sizes(switches);
      for (unsigned& size : sizes) size = 1 + random() % 21;
      std::vector<unsigned> ring(switches);
      std::iota(ring.begin(), ring.end(), 0U);
      std::shuffle(ring.begin(), ring.end(), random);
      ExchangeShape shape = link_shape(sizes, ring);
      // Ranks switch by switch, or scattered.
      if (n % 2 == 1) std::shuffle(shape.switch_of_rank.begin(), shape.switch_of_rank.end(), random);
      CAPTURE(sizes, shape.switch_of_rank, ring);
      REQUIRE(link_scheduling_fault(link_scheduling, shape, link_scheduling_steps(shape)).empty());
    }
  }
}

TEST_CASE("so it is on some rings", "[host]") {
  for (const std::vector<unsigned>& sizes :
       std::vector<std::vector<unsigned>>{{6},
                                          {1, 1},
                                          {1, 21},
                                          {21, 1, 21},
                                          {1, 1, 1, 1, 1},
                                          {2, 9, 1, 3},
                                          {13, 13, 13, 13, 13, 13, 13, 13, 13, 11}}) {
    const ExchangeShape shape = link_shape(sizes);
    CAPTURE(sizes);
    REQUIRE(link_scheduling_fault(link_scheduling, shape, link_scheduling_steps(shape)).empty());
  }
}

TEST_CASE("so it is with ranks scattered over the switches", "[host]") {
  ExchangeShape shape = link_shape({4, 7});
  shape.switch_of_rank = {1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1};
  CHECK(link_scheduling_fault(two_switch_link_scheduling, shape, 13).empty());
  CHECK(link_scheduling_fault(link_scheduling, shape, link_scheduling_steps(shape)).empty());
}

TEST_CASE("steps of link scheduling", "[host]") {
  CHECK(two_switch_steps(link_shape({16, 16})) == 31);  // p - 1: no broadcast takes fewer
  CHECK(two_switch_steps(link_shape({21, 11})) == 41);
  CHECK(two_switch_steps(link_shape({4, 7})) == 13);
  CHECK(link_scheduling_steps(link_shape({13, 13, 13, 13, 13, 13, 13, 13, 13, 11})) == 131);
  CHECK(link_scheduling_steps(link_shape({9})) == 8);
}

TEST_CASE("the plan changes no program, and the seam between stages is a dependency", "[host]") {
  const ExchangeShape shape = link_shape({3, 8});
  SchedulePlan plan;
  CHECK(same_schedule(two_switch_link_scheduling(shape, &plan), two_switch_link_scheduling(shape)));
  CHECK(same_schedule(link_scheduling(shape, &plan), link_scheduling(shape)));
  // Two chains, and one dependency for each block that a rank forwards.
  for (unsigned rank = 0; rank < shape.ranks; ++rank) {
    const Schedule ls = link_scheduling(shape, &plan);
    std::set<unsigned> forwarded;
    for (OpId op = 0; op < plan.ranks[rank].size(); ++op) {
      if (ls.ranks[rank].ops()[op].kind == OpKind::Send)
        forwarded.insert(plan.ranks[rank][op].blocks[0].source);
    }
    forwarded.erase(rank);
    CHECK(ls.ranks[rank].dependencies().size() == ls.ranks[rank].ops().size() - 2 + forwarded.size());
  }
}
