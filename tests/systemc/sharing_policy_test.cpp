// SPDX-License-Identifier: Apache-2.0
// Who gets a shared memory by the rules that twins alone have: bursts against an independent model in slots,
// queues that settle where their thresholds say, and who loses.
#include "systemc/sharing_policy.h"

#include <initializer_list>
#include <utility>
#include <vector>

#include "experiments/reference/choking.h"
#include "tests/catch.h"
#include "tests/systemc/choking_bench.h"

using namespace xb::twin;
using slots::Choking;

namespace {

constexpr std::uint32_t kMemoryWords = 2016;

/// What the burst holds of the memory when it loses its first packet.
double held(Sharing rule, std::uint32_t drop_bandwidth, unsigned rate) {
  ChokingBench bench(rule, drop_bandwidth, kMemoryWords);
  for (unsigned low = 0; low < ChokingBench::kHigh; ++low) {
    for (unsigned n = 0; n <= kMemoryWords / ChokingBench::kClasses; ++n) bench.slot(low, 1, false);
  }
  for (unsigned n = 0; n < 4; ++n) bench.slot(0, 0, false);
  REQUIRE(bench.sw.drop_full(0) == 0);
  std::uint32_t words = 0;
  while (bench.sw.drop_full(0) == bench.sw.evicted_packets()) {
    words = bench.words(ChokingBench::kHigh);
    bench.slot(ChokingBench::kHigh, rate, true);
  }
  CHECK_FALSE(bench.refused);
  return static_cast<double>(words) / kMemoryWords;
}

/// A policy by itself, of two ports: queue 2 c + j of class c and output j; packets are of one word.
struct Policy {
  explicit Policy(Sharing rule, std::uint32_t alphas = 0x63333333, std::uint32_t bandwidth = 0)
      : policy({2, 0, 4096, 16, 0, false, 1, 8, 0, rule}, false) {
    Settings settings;
    settings.sharing = Sharing::Dynamic;
    settings.class_alphas = alphas;
    settings.drop_bandwidth = bandwidth;
    settings.depth = 4 * 120;
    settings.drop = true;
    policy.set(settings);
  }
  /// Words that the queue gets, of `words` that it asks for one by one.
  std::uint32_t ask(unsigned queue, std::uint32_t words) {
    std::uint32_t got = 0;
    for (; got < words && policy.admits(queue, 1); ++got) policy.commit(queue, 1);
    return got;
  }
  SharingPolicy policy;
};

}  // namespace

TEST_CASE("a burst of a high class gets what an independent model of slots says", "[systemc]") {
  // The model drops all its cells at a slot's end, the switch one after the other: up to 8 of 2016.
  constexpr double kTolerance = .004;
  const auto rate = GENERATE(2U, 5U);
  const auto [rule, of_model, drop] =
      GENERATE(table<Sharing, Choking::Rule, unsigned>({{Sharing::Dynamic, Choking::Rule::Dynamic, 0U},
                                                        {Sharing::HeadDrop, Choking::Rule::HeadDrop, 1U},
                                                        {Sharing::HeadDrop, Choking::Rule::HeadDrop, 4U},
                                                        {Sharing::PushOut, Choking::Rule::PushOut, 0U}}));
  CAPTURE(rate, rule, drop);
  Choking model;
  model.rule = of_model;
  model.rate = rate;
  model.drop = drop;
  CHECK(held(rule, drop * kDropWord / ChokingBench::kWordBeats, rate) ==
        Approx(slots::choke(model).held).margin(kTolerance));
}

TEST_CASE("active buffer management: queues of a class have one threshold together, of their drain rates",
          "[systemc]") {
  // alpha 1: of 120 words queues of a class take half, however many they are. Each has a word of its own.
  CHECK(Policy(Sharing::Abm, 0).ask(0, 1000) == 1 + 14);  // alpha 1/8: 120 / 9
  Policy both(Sharing::Abm);
  for (unsigned n = 0; n < 100; ++n) {
    both.ask(0, 1);
    both.ask(1, 1);
  }
  CHECK(both.policy.count(0) == 31);
  CHECK(both.policy.count(1) == 31);
  Policy slow(Sharing::Abm);
  slow.ask(0, 1);
  // Half of its turns bring a word of 4 beats: all that a link moves. A quarter of the turns: half of it.
  for (unsigned turn = 0; turn < 64; ++turn) slow.policy.turn(0, 0, turn % 4 == 0 ? 4 : 0);
  CHECK(slow.ask(0, 1000) == 40);  // q = (120 - q) / 2
  for (unsigned turn = 0; turn < 64; ++turn) slow.policy.turn(0, 0, turn % 2 == 0 ? 4 : 0);
  CHECK(slow.ask(0, 1000) == 20);
}

TEST_CASE("active buffer management: a queue that was starved and is empty gets a packet of two words",
          "[systemc]") {
  Policy starved(Sharing::Abm);
  starved.ask(0, 2);
  for (unsigned turn = 0; turn < 64; ++turn) starved.policy.turn(0, 1, 4);
  CHECK_FALSE(starved.policy.admits(0, 1));
  starved.policy.commit(0, ~1U);
  REQUIRE(starved.policy.count(0) == 0);
  CHECK(starved.policy.admits(0, 2));
  CHECK_FALSE(starved.policy.admits(0, 122));  // the pool has 120, and it has one of its own
}

TEST_CASE("push-out: lower classes lose first, of one class a longer queue", "[systemc]") {
  Policy p(Sharing::PushOut);
  const auto any = [](unsigned /*queue*/) { return true; };
  REQUIRE(p.ask(0, 41) == 41);
  REQUIRE(p.ask(1, 51) == 51);
  REQUIRE(p.ask(4, 1000) == 31);
  CHECK(p.policy.loser(4, any) == 1U);
  CHECK(p.policy.loser(4, [](unsigned queue) { return queue != 1; }) == 0U);
  CHECK(p.policy.loser(0, any) == 1U);
  CHECK_FALSE(p.policy.loser(1, any));
  CHECK(p.policy.loser(5, [](unsigned queue) { return queue == 4; }) == 4U);
  CHECK_FALSE(p.policy.loser(3, [](unsigned queue) { return queue > 3; }));  // a higher class keeps its own
}

TEST_CASE("head drop: queues beyond their threshold lose in turn, as fast as the bandwidth allows",
          "[systemc]") {
  Policy p(Sharing::HeadDrop, 0x63333333, kDropWord / 4);
  std::vector<unsigned> from;
  unsigned turn = 0;
  const auto reclaim = [&](unsigned cycles, bool idle) {
    for (unsigned n = 0; n < cycles; ++n, turn ^= 1U) {
      const auto take = [&](unsigned queue) {
        from.push_back(queue);
        return 2U;
      };
      p.policy.reclaim(turn, idle, take, [&](unsigned queue) { CHECK(queue == from.back()); });
    }
  };
  REQUIRE(p.ask(0, 1000) == 61);
  reclaim(100, true);
  CHECK(from.empty());
  REQUIRE(p.ask(14, 1000) > 40);  // of the highest class: it takes what the other has to give back
  const std::uint32_t before = p.policy.count(0);
  reclaim(40, false);  // outputs read
  CHECK(before == p.policy.count(0));
  reclaim(43, true);
  CHECK(before - p.policy.count(0) == 11);  // one at once, and ten in 40 cycles
  reclaim(400, true);
  const std::uint32_t left = p.policy.count(0) - 1;
  CHECK(left <= 120 - p.policy.pool_words() + 1);
  CHECK(left + 4 >= 120 - p.policy.pool_words());
  CHECK(from.back() == 0);
}
