// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/schedule/schedule_proof.h"

using namespace xb;

namespace {

/// Blocks of the n-th send of `rank`, as the algorithms say (Jacunski et al., Fig. 3-5, corrected).
BlocksOf blocks_of(const std::string& name, unsigned p) {
  return [=](unsigned rank, unsigned n) -> std::set<unsigned> {
    if (name == "logical-ring") return {(rank + p - n) % p};  // MSG[me + 1 - i], i = n + 1
    if (name == "simultaneous-broadcast") return {rank};
    std::set<unsigned> blocks;
    for (unsigned b = 0; b < std::min(1U << n, p - (1U << n)); ++b) blocks.insert((rank + p - b) % p);
    return blocks;
  };
}

std::string steps_fault(const Schedule& schedule, unsigned steps) {
  return step_fault(schedule, steps, [](OpKind, unsigned, unsigned, unsigned ordinal) { return ordinal; });
}

/// The same programs without one dependency of rank 1.
Schedule without_dependency(const Schedule& schedule, std::size_t left_out) {
  Schedule other = schedule;
  RankProgram program;
  for (const Op& op : schedule.ranks[1].ops()) program.add(op);
  const auto& dependencies = schedule.ranks[1].dependencies();
  for (std::size_t n = 0; n < dependencies.size(); ++n) {
    if (n != left_out) program.require(dependencies[n].op, dependencies[n].first);
  }
  other.ranks[1] = program;
  return other;
}

}  // namespace

TEST_CASE("a broadcast brings every block to everybody once, p = 2..64", "[host][long]") {
  const auto name = GENERATE(as<std::string>{}, "logical-ring", "simultaneous-broadcast", "combining");
  for (unsigned p = 2; p <= 64; ++p) {
    for (const std::uint32_t k : {1U, 3U}) {
      const ExchangeShape shape{p, k, 1, 7};
      CAPTURE(name, p, k);
      REQUIRE(broadcast_fault(make_schedule(name, shape), shape, blocks_of(name, p)).empty());
    }
  }
}

TEST_CASE("one send and one receive in each step of a broadcast, p = 2..64", "[host][unsanitized]") {
  const auto name = GENERATE(as<std::string>{}, "logical-ring", "simultaneous-broadcast", "combining");
  for (unsigned p = 2; p <= 64; ++p) {
    CAPTURE(name, p);
    const ExchangeShape shape{p, 2, 1, 7};
    REQUIRE(steps_fault(make_schedule(name, shape), find_schedule(name)->steps(shape)).empty());
  }
}

TEST_CASE("a send that does not wait for the block that it forwards is found", "[host]") {
  const auto name = GENERATE(as<std::string>{}, "logical-ring", "combining");
  const ExchangeShape shape{8, 2, 1, 7};
  const Schedule good = make_schedule(name, shape);
  const auto& dependencies = good.ranks[1].dependencies();
  for (std::size_t n = 0; n < dependencies.size(); ++n) {
    if (good.ranks[1].ops()[dependencies[n].op].kind != OpKind::Send) continue;
    CAPTURE(name, n);
    CHECK(
        broadcast_fault(without_dependency(good, n), shape, blocks_of(name, 8)).find("before it is there") !=
        std::string::npos);
  }
}

TEST_CASE("broadcasts that do other than their algorithm are found", "[host]") {
  const ExchangeShape shape{8, 2, 1, 7};
  const auto fault = [&](const Schedule& schedule, const std::string& as) {
    return broadcast_fault(schedule, shape, blocks_of(as, 8));
  };
  CHECK_FALSE(fault(logical_ring_broadcast(shape), "simultaneous-broadcast").empty());
  CHECK_FALSE(fault(simultaneous_broadcast(shape), "logical-ring").empty());
  CHECK_FALSE(fault(combining_broadcast(shape), "logical-ring").empty());
  CHECK_FALSE(fault(combining_broadcast({7, 2, 1, 7}), "combining").empty());
  CHECK_FALSE(fault(combining_broadcast({8, 3, 1, 7}), "combining").empty());
  Schedule twice = simultaneous_broadcast(shape);
  twice.ranks[0].require(twice.ranks[0].send(1, 14), 12);
  CHECK_FALSE(fault(twice, "simultaneous-broadcast").empty());
  twice.ranks[1].receive(0, 14);
  CHECK(fault(twice, "simultaneous-broadcast") == "rank 1 gets block 0 twice");
  CHECK_FALSE(steps_fault(twice, 7).empty());
}

TEST_CASE("steps of the combining broadcast", "[host]") {
  CHECK(combining_steps(2) == 1);
  CHECK(combining_steps(3) == 2);
  CHECK(combining_steps(32) == 5);
  CHECK(combining_steps(33) == 6);
  CHECK(combining_steps(64) == 6);
}
