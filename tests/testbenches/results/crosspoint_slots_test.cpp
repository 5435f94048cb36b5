// SPDX-License-Identifier: Apache-2.0
// The switches with buffered crosspoints against the slot simulator, which shares no code with them: inputs
// that serve their queues in turn, and the longest first.
#include <string>

#include "experiments/reference/simulation.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

enum class Pick { InTurn, LongestFirst };

struct Shown {
  double throughput, wait;
};

Shown simulated(Pick pick, double load, double unbalance, unsigned cells, std::uint64_t slots) {
  const auto result = slots::simulate(
      "crosspoint",
      slots::Parameters({"ports=8", "traffic=unbalanced", "load=" + std::to_string(load),
                         "unbalance=" + std::to_string(unbalance), "cells=" + std::to_string(cells),
                         pick == Pick::InTurn ? "inputs=round-robin" : "inputs=longest",
                         "slots=" + std::to_string(slots)}));
  return {result.throughput.mean, result.wait.mean};
}

Shown shown(Pick pick, double load, double unbalance, unsigned cells, std::uint64_t slots) {
  const RunResult result = measured({{"switch", pick == Pick::InTurn ? "crosspoint" : "cicq-lqf"},
                                     {"ports", "8"},
                                     {"depth", "262144"},
                                     {"crosspoint-depth", std::to_string(cells)},
                                     {"traffic", "unbalanced"},
                                     {"load", std::to_string(load)},
                                     {"unbalance", std::to_string(unbalance)},
                                     {"warmup", std::to_string(slots / 4)},
                                     {"cycles", std::to_string(slots + slots / 4)}});
  return {result.throughput.mean, result.queueing.mean};
}

}  // namespace

TEST_CASE("crosspoint switches wait as a slot simulation says, by either choice of the inputs",
          "[testbenches]") {
  const Pick pick = GENERATE(Pick::InTurn, Pick::LongestFirst);
  const double unbalance = GENERATE(0., .5);
  const unsigned cells = GENERATE(1U, 2U);
  CAPTURE(static_cast<int>(pick), unbalance, cells);
  // A quarter of a million cells on either side; waits of neighbours in a queue are alike.
  const Shown slots = simulated(pick, .7, unbalance, cells, 50000);
  const Shown here = shown(pick, .7, unbalance, cells, 50000);
  CHECK(here.wait == Approx(slots.wait).epsilon(.03));
  CHECK(here.throughput == Approx(slots.throughput).epsilon(.01));
}

TEST_CASE("under saturating unbalanced traffic the longest queue first loses nothing, taking turns does",
          "[testbenches]") {
  const Shown turns = shown(Pick::InTurn, 1, .5, 1, 60000);
  const Shown longest = shown(Pick::LongestFirst, 1, .5, 1, 60000);
  CHECK(turns.throughput == Approx(simulated(Pick::InTurn, 1, .5, 1, 60000).throughput).margin(.004));
  CHECK(longest.throughput == Approx(simulated(Pick::LongestFirst, 1, .5, 1, 60000).throughput).margin(.004));
  // The comparison tells the two from one another.
  CHECK(turns.throughput < .88);
  CHECK(longest.throughput > .99);
}
