// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/liquid_solver.h"

#include <algorithm>

#include "host/liquid/certificate_check.h"
#include "host/liquid/network_transfers.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

namespace {

void check_answer(const TransferSet& set, const LiquidAnswer& answer) {
  CHECK(step_fault(set, answer.schedule).empty());
  CHECK(answer.lower_bound <= answer.schedule.steps);
  if (answer.lower_bound > set.duration()) {
    CHECK(proof_fault(set, answer.lower_bound - 1, answer.proof).empty());
  }
}

bool clique_congest(const TransferSet& set, unsigned a, unsigned b) {
  for (const unsigned link : set.path(a)) {
    for (const unsigned other : set.path(b)) {
      if (link == other && set.capacity(link) == 1) return true;
    }
  }
  return false;
}

/// The largest clique, by trying all subsets.
unsigned largest_clique(const TransferSet& set) {
  unsigned most = 0;
  for (unsigned subset = 0; subset < 1U << set.size(); ++subset) {
    bool all = true;
    unsigned size = 0;
    for (unsigned a = 0; a < set.size() && all; ++a) {
      if ((subset >> a & 1U) == 0) continue;
      ++size;
      for (unsigned b = 0; b < a && all; ++b) all = (subset >> b & 1U) == 0 || clique_congest(set, a, b);
    }
    if (all) most = std::max(most, size);
  }
  return most;
}

}  // namespace

TEST_CASE("complete exchanges have liquid schedules", "[liquid]") {
  for (const char* name :
       {"two-switches(3,2)", "one-switch(16)", "k-ring", "hierarchy(4,2,4)", "hierarchy(4,4)",
        "hierarchy(6,3,5)", "fat-tree(4)", "irregular(10,32,1)", "mesh(3,3)", "torus(7,1,2)"}) {
    INFO(name);
    const TransferSet set = exchange_of_all(name);
    const LiquidAnswer answer = solve_liquid(set, {});
    check_answer(set, answer);
    CHECK(answer.schedule.steps == set.duration());
    CHECK(answer.verdict == LiquidVerdict::Liquid);
  }
}

TEST_CASE("the solver finds what trying all schedules finds", "[liquid]") {
  unsigned verdicts[3] = {};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    const unsigned capacity = seed % 3 == 0 ? 2 : 1;
    const TransferSet set = random_traffic({5 + static_cast<unsigned>(seed % 4), 10, 3, capacity}, seed);
    const LiquidAnswer answer = solve_liquid(set, {});
    check_answer(set, answer);
    const unsigned fewest = fewest_steps(set);
    CHECK(answer.schedule.steps == fewest);
    CHECK(answer.lower_bound == fewest);
    CHECK(answer.verdict == (fewest == set.duration() ? LiquidVerdict::Liquid : LiquidVerdict::None));
    ++verdicts[static_cast<int>(answer.verdict)];
  }
  CHECK(verdicts[static_cast<int>(LiquidVerdict::Liquid)] > 5);
  CHECK(verdicts[static_cast<int>(LiquidVerdict::None)] > 5);
}

TEST_CASE("three transfers of which any two share a link take three steps", "[liquid]") {
  TransferSet set;
  for (const char* name : {"a", "b", "c"}) set.add_link(name);
  set.add({0, 0}, {0, 1});
  set.add({1, 1}, {1, 2});
  set.add({2, 2}, {2, 0});
  const LiquidAnswer answer = solve_liquid(set, {});
  CHECK(set.duration() == 2);
  CHECK(answer.verdict == LiquidVerdict::None);
  CHECK(answer.schedule.steps == 3);
  CHECK(answer.lower_bound == 3);
  CHECK(answer.proof.kind == NoScheduleProof::Kind::Clique);
  check_answer(set, answer);
}

TEST_CASE("nothing, one transfer, and the same one many times", "[liquid]") {
  TransferSet set;
  LiquidAnswer answer = solve_liquid(set, {});
  CHECK(answer.verdict == LiquidVerdict::Liquid);
  CHECK(answer.schedule.steps == 0);
  CHECK(answer.lower_bound == 0);
  CHECK(step_fault(set, answer.schedule).empty());
  set.add_link("slow");
  set.add_link("fast", 3);
  set.add({0, 0}, {0, 1});
  answer = solve_liquid(set, {});
  CHECK(answer.verdict == LiquidVerdict::Liquid);
  CHECK(answer.schedule.steps == 1);
  for (unsigned n = 0; n < 99; ++n) set.add({1, 1}, {1});
  answer = solve_liquid(set, {});
  CHECK(answer.verdict == LiquidVerdict::Liquid);
  CHECK(answer.schedule.steps == 34);
  check_answer(set, answer);
}

TEST_CASE("the same seed gives the same schedule, however much time is allowed", "[liquid]") {
  const TransferSet set = random_traffic({30, 150, 4, 1}, 5);
  SolverLimits limits;
  limits.rounds = 1;
  limits.seed = 7;
  const LiquidAnswer first = solve_liquid(set, limits);
  limits.cpu_seconds = 0;
  const LiquidAnswer second = solve_liquid(set, limits);
  CHECK(first.schedule.step_of == second.schedule.step_of);
  CHECK(first.lower_bound == second.lower_bound);
  check_answer(set, first);
}

TEST_CASE("a search that runs out of time says what it knows", "[liquid]") {
  const TransferSet set = random_traffic({30, 150, 4, 1}, 5);
  SolverLimits limits;
  limits.cpu_seconds = 1e-9;
  const LiquidAnswer answer = solve_liquid(set, limits);
  check_answer(set, answer);
  CHECK(answer.lower_bound >= set.duration());
}

TEST_CASE("cliques are found where there are any", "[liquid]") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    const TransferSet set = random_traffic({6, 10, 2, 1 + static_cast<unsigned>(seed % 2)}, seed);
    const unsigned most = largest_clique(set);
    CHECK(congestion_clique(set, most, 100000).empty());
    if (most == 0) continue;
    NoScheduleProof proof;
    proof.kind = NoScheduleProof::Kind::Clique;
    proof.steps = most - 1;
    proof.clique = congestion_clique(set, most - 1, 100000);
    CHECK(proof_fault(set, most - 1, proof).empty());
  }
}
