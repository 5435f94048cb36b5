// SPDX-License-Identifier: Apache-2.0
// What a burst of a high class gets of a memory of 2016 cells in which seven low queues hold their B/8 each.
#include "experiments/reference/choking.h"

#include "tests/catch.h"

using slots::Choking;

namespace {

double held(Choking::Rule rule, unsigned rate, unsigned drop = 0) {
  Choking choking;
  choking.rule = rule;
  choking.rate = rate;
  choking.drop = drop;
  return slots::choke(choking).held;
}

}  // namespace

TEST_CASE("a burst is choked by a dynamic threshold, and not by rules that evict", "[reference]") {
  constexpr double kCell = 1.0 / 2016;
  const auto is = [=](double value) { return Approx(value).margin(kCell); };
  CHECK(held(Choking::Rule::Dynamic, 2) == is(.1114));
  CHECK(held(Choking::Rule::Dynamic, 5) == is(.1115));
  CHECK(held(Choking::Rule::LowDrop, 2, 1) == is(.4998));
  CHECK(held(Choking::Rule::LowDrop, 5, 1) == is(.1425));
  CHECK(held(Choking::Rule::LowDrop, 2, 4) == is(.4998));
  CHECK(held(Choking::Rule::LowDrop, 5, 4) == is(.4956));
  CHECK(held(Choking::Rule::PushOut, 2) == is(.9998));
  CHECK(held(Choking::Rule::PushOut, 5) == is(.9996));
}

TEST_CASE("pushing out of the longest queue of all, whatever its class, leaves a burst an equal part",
          "[reference]") {
  CHECK(held(Choking::Rule::Longest, 5) == Approx(.125).margin(.001));
}

TEST_CASE("head drop without bandwidth is a dynamic threshold", "[reference]") {
  CHECK(held(Choking::Rule::HeadDrop, 5, 0) == held(Choking::Rule::Dynamic, 5));
}
