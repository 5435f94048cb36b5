// SPDX-License-Identifier: Apache-2.0
#include "host/check/rest_watch.h"

#include <functional>

#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kPorts = 4;

struct Wires {
  SwitchInputs in{};
  SwitchOutputs out{};
};

/// Cycles without a move until the switch is at rest.
unsigned until_rest(RestWatch& watch, const Wires& wires) {
  unsigned cycles = 0;
  for (; !watch.at_rest(); ++cycles) {
    REQUIRE(cycles < 100000);
    watch.still(wires.in, wires.out);
  }
  return cycles;
}

}  // namespace

TEST_CASE("an empty switch is at rest when its registers have run empty", "[host]") {
  RestWatch watch(kPorts, kPorts, 0, false);
  CHECK_FALSE(watch.at_rest());
  const unsigned cycles = until_rest(watch, {});
  CHECK(cycles > 64);
  CHECK(cycles < 200);
  watch.moved();
  CHECK_FALSE(watch.at_rest());
  CHECK(until_rest(watch, {}) == cycles);
}

TEST_CASE("what is in the switch has the time to come to where it waits", "[host]") {
  Wires wires;
  RestWatch empty(kPorts, kPorts, 1000, false);
  CHECK(until_rest(empty, wires) < 200);
  wires.out.occ_beats[2] = 500;
  RestWatch full(kPorts, kPorts, 0, false);
  const unsigned cycles = until_rest(full, wires);
  CHECK(cycles > 2 * 500);
  RestWatch routing(kPorts, kPorts, 1000, false);
  CHECK(until_rest(routing, wires) == cycles + 1000);
  // A word waits for up to two ticks of 64 cycles.
  RestWatch words(kPorts, kPorts, 0, true);
  CHECK(until_rest(words, wires) > cycles + 2 * 64);
}

TEST_CASE("whatever changes at the ports, the switch is not at rest", "[host]") {
  const std::function<void(Wires&)> change = GENERATE(values<std::function<void(Wires&)>>(
      {[](Wires& w) { w.in.s_tvalid = 1; }, [](Wires& w) { w.in.m_tready = 1; },
       [](Wires& w) { w.out.s_tready = 1; }, [](Wires& w) { w.out.m_tvalid = 1; },
       [](Wires& w) { w.out.blocked = 1; }, [](Wires& w) { w.out.blocked_backpressure = 1; },
       [](Wires& w) { w.out.hol = 3; }, [](Wires& w) { w.out.pool = 3; },
       [](Wires& w) { w.out.idle_with_work = 1; }, [](Wires& w) { w.out.occ_beats[3] = 1; },
       [](Wires& w) { w.out.blocked_by[0] = 2; }, [](Wires& w) { w.out.hol_victims[0] = 4; },
       [](Wires& w) { w.out.pool_by[0] = 3; }}));
  Wires wires;
  wires.out.hol = wires.out.pool = 1;  // so that the blame counts
  RestWatch watch(kPorts, kPorts, 0, false);
  until_rest(watch, wires);
  watch.still(wires.in, wires.out);
  CHECK(watch.at_rest());
  change(wires);
  watch.still(wires.in, wires.out);
  CHECK_FALSE(watch.at_rest());
}
