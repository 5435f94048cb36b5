// SPDX-License-Identifier: Apache-2.0
#include "host/measure/warmup.h"

#include "tests/catch.h"

using namespace xb;

namespace {

/// Cycles of warm-up of a run of `run_cycles` with these series.
template <class Delivered, class Occupancy>
std::uint64_t warmup(WarmupDetector& detector, Delivered&& delivered, Occupancy&& occupancy) {
  std::uint64_t cycle = 0;
  while (!detector.step(delivered(cycle), occupancy(cycle))) ++cycle;
  return cycle + 1;
}

unsigned constant(std::uint64_t) { return 7; }

}  // namespace

// The windows end at 1000, then 1500, 2250, 3375 cycles later: 1000, 2500, 4750, 8125, ...

TEST_CASE("a run that is steady from the start has warmed up after two windows", "[host]") {
  WarmupDetector detector(1000000);
  CHECK(warmup(detector, constant, constant) == 2500);
  CHECK(detector.settled());
}

TEST_CASE("an idle switch is steady", "[host]") {
  WarmupDetector detector(1000000);
  const auto nothing = [](std::uint64_t) { return 0U; };
  CHECK(warmup(detector, nothing, nothing) == 2500);
}

TEST_CASE("two windows that differ in throughput do not end the warm-up", "[host]") {
  WarmupDetector detector(1000000);
  const auto late = [](std::uint64_t cycle) { return cycle < 1000 ? 0U : 5U; };
  CHECK(warmup(detector, late, constant) == 4750);
  CHECK(detector.settled());
}

TEST_CASE("two windows that differ in occupancy do not end the warm-up", "[host]") {
  WarmupDetector detector(1000000);
  const auto full_at = [](std::uint64_t cycle) { return cycle < 3000 ? 10U : 200U; };
  // [1000, 2500) agrees with [0, 1000): settled before it fills up.
  CHECK(warmup(detector, constant, full_at) == 2500);
  WarmupDetector other(1000000);
  const auto fills = [](std::uint64_t cycle) { return cycle < 2000 ? 10U : 200U; };
  CHECK(warmup(other, constant, fills) == 8125);
  CHECK(other.settled());
}

TEST_CASE("throughput may differ by 1 percent, occupancy by 5", "[host]") {
  const auto after = [](unsigned before, unsigned then) {
    return [=](std::uint64_t cycle) { return cycle < 1000 ? before : then; };
  };
  const auto ends_at = [](const auto& delivered, const auto& occupancy) {
    WarmupDetector detector(1000000);
    return warmup(detector, delivered, occupancy);
  };
  CHECK(ends_at(after(1000, 1009), constant) == 2500);
  CHECK(ends_at(after(1000, 1011), constant) == 4750);
  CHECK(ends_at(after(1009, 1000), constant) == 2500);
  CHECK(ends_at(constant, after(1000, 1049)) == 2500);
  CHECK(ends_at(constant, after(1000, 1054)) == 4750);
}

TEST_CASE("a queue that grows for ever ends the warm-up at a quarter of the run, unsettled", "[host]") {
  WarmupDetector detector(400000);
  CHECK(warmup(detector, constant, [](std::uint64_t cycle) { return cycle; }) == 100000);
  CHECK_FALSE(detector.settled());
}

TEST_CASE("a short run warms up for a quarter of its length", "[host]") {
  WarmupDetector detector(400);
  CHECK(warmup(detector, constant, constant) == 100);
  CHECK_FALSE(detector.settled());
  WarmupDetector shortest(1);
  CHECK(warmup(shortest, constant, constant) == 1);
}
