// SPDX-License-Identifier: Apache-2.0
#include "bench/timed_run.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

/// Three switches, their hosts, and what was done to each.
struct Taped {
  Setup setup = resolve(configured("topology mesh(3,1,2), load 0.4, packet 3, cycles 3000, warmup 0"));
  std::vector<Tape> tapes;
  RunResult network = timed_run(setup, &tapes).result;

  double again() const { return alone_seconds(setup, tapes, network); }
};

}  // namespace

TEST_CASE("a switch by itself measures what it did in the network", "[bench]") {
  const Taped taped;
  REQUIRE(taped.tapes.size() == 3);
  CHECK_NOTHROW(taped.again());
}

TEST_CASE("a network that measured something else is not what its switches do by themselves", "[bench]") {
  Taped taped;
  ++taped.network.network->switches[1].result.latency.max;
  CHECK(mentions(message_of<RunError>([&] { taped.again(); }),
                 {"switch s1 by itself is not what it is in the network"}));
}

TEST_CASE("a tape on which something else was done to a switch is noticed", "[bench]") {
  SECTION("a packet of another length") {
    Taped taped;
    ++taped.tapes[0].starts[taped.tapes[0].starts.size() / 2].length_beats;
    CHECK_THROWS_AS(taped.again(), RunError);
  }
  SECTION("a packet for another output") {
    Taped taped;
    auto& start = taped.tapes[2].starts[taped.tapes[2].starts.size() / 2];
    start.output = start.output == 0 ? 1 : 0;
    CHECK_THROWS_AS(taped.again(), RunError);
  }
  SECTION("a packet that begins a cycle later") {
    Taped taped;
    for (auto& step : taped.tapes[1].steps) ++step.cycle;
    CHECK_THROWS_AS(taped.again(), RunError);
  }
  SECTION("a receiver that was ready and is not") {
    Taped taped;
    for (auto& step : taped.tapes[0].steps) step.ready &= ~PortMask{1};
    CHECK_THROWS_AS(taped.again(), RunError);
  }
}
