// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter.h"

#include <array>

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
