// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter.h"

#include <array>
#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

const auto kNoAge = [](unsigned) { return 0U; };

}  // namespace

TEST_CASE("the oldest requester wins, and those of one age in turn", "[systemc]") {
  Arbiter arbiter(4, 0);
  const std::array<std::uint32_t, 4> age{7, 9, 9, 9};
  const auto age_of = [&](unsigned i) { return age[i]; };
  CHECK(arbiter.pick(Arbitration::Oldest, 0b0001, age_of) == 0);
  CHECK(arbiter.pick(Arbitration::Oldest, 0b1111, age_of) == 1);
  arbiter.advance(Arbitration::Oldest, 1);
  CHECK(arbiter.pick(Arbitration::Oldest, 0b1111, age_of) == 2);
  arbiter.advance(Arbitration::Oldest, 3);
  CHECK(arbiter.pick(Arbitration::Oldest, 0b1111, age_of) == 1);  // 0 is first in turn, but younger
}

TEST_CASE("a random arbiter grants all requesters alike, whatever stands between them", "[systemc]") {
  Arbiter arbiter(8, 3);
  arbiter.load(2026);
  std::array<int, 8> wins{};
  constexpr int kGrants = 30000;
  for (int n = 0; n < kGrants; ++n) {
    const unsigned winner = arbiter.pick(Arbitration::Random, 0b10000011, kNoAge);
    arbiter.advance(Arbitration::Random, winner);
    ++wins[winner];
  }
  for (const unsigned i : {0U, 1U, 7U}) CHECK(wins[i] == Approx(kGrants / 3.0).epsilon(0.03));
  CHECK(wins[0] + wins[1] + wins[7] == kGrants);
}

TEST_CASE("random arbiters of one seed draw numbers of their own, the seed decides which", "[systemc]") {
  const auto picks = [](unsigned instance, std::uint32_t seed) {
    Arbiter arbiter(16, instance);
    arbiter.load(seed);
    std::array<unsigned, 32> all{};
    for (auto& pick : all) {
      pick = arbiter.pick(Arbitration::Random, 0xffff, kNoAge);
      arbiter.advance(Arbitration::Random, pick);
    }
    return all;
  };
  CHECK(picks(0, 1) == picks(0, 1));
  CHECK(picks(0, 1) != picks(1, 1));
  CHECK(picks(0, 1) != picks(0, 2));
}

TEST_CASE("by weight a requester keeps its turn for so many grants, unless it stops asking", "[systemc]") {
  Settings settings;
  settings.arbiter = Arbitration::Weighted;
  settings.input_weights = 0x0213;  // 3, 1, 2, and 0 counts as 1
  Arbiter arbiter(4, 0);
  arbiter.set(settings);
  const auto grants = [&](PortMask requests, int count) {
    std::vector<unsigned> all;
    for (int n = 0; n < count; ++n) {
      all.push_back(arbiter.pick(Arbitration::Weighted, requests, kNoAge));
      arbiter.advance(Arbitration::Weighted, all.back());
    }
    return all;
  };
  CHECK(grants(0b1111, 9) == std::vector<unsigned>{0, 0, 0, 1, 2, 2, 3, 0, 0});
  CHECK(grants(0b1110, 1) == std::vector<unsigned>{1});  // what is left of input 0's turn is lost
  CHECK(grants(0b0101, 6) == std::vector<unsigned>{2, 2, 0, 0, 0, 2});
  // What is left of a turn does not outlast another discipline.
  settings.arbiter = Arbitration::RoundRobin;
  arbiter.set(settings);
  settings.arbiter = Arbitration::Weighted;
  arbiter.set(settings);
  CHECK(grants(0b1111, 3) == std::vector<unsigned>{3, 0, 0});
}

TEST_CASE("requesters from 16 on have the weight 1", "[systemc]") {
  Settings settings;
  settings.arbiter = Arbitration::Weighted;
  settings.input_weights = ~std::uint64_t{0};
  Arbiter arbiter(64, 0);
  arbiter.set(settings);
  std::array<int, 64> grants{};
  for (int n = 0; n < 16 * 15 + 48; ++n) {
    const unsigned i = arbiter.pick(Arbitration::Weighted, ~PortMask{0}, kNoAge);
    arbiter.advance(Arbitration::Weighted, i);
    ++grants[i];
  }
  for (unsigned i = 0; i < 64; ++i) CHECK(grants[i] == (i < 16 ? 15 : 1));
}
