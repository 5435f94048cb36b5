// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/difference.h"

#include "tests/catch.h"
#include "tests/host/trace/made_cycles.h"

using namespace xb;

namespace {

/// What differs from a cycle in which output 2 sends, after this change.
template <class Change>
DifferingPorts after(QueuePlace place, Change&& change) {
  const SwitchShape shape = made_shape(place, 3);
  MadeCycles cycles(shape);
  cycles.next();
  cycles.in({1, 2, 5}, Beat::Only).out({0, 2, 4}, Beat::Only);
  const PortCycle before = cycles.now();
  change(cycles.now());
  return differing_ports(shape, before, cycles.now());
}

}  // namespace

TEST_CASE("equal cycles do not differ, values that do not count are not looked at", "[testbenches]") {
  CHECK_FALSE(after(QueuePlace::Input, [](PortCycle&) {}).any());
  CHECK_FALSE(after(QueuePlace::Input, [](PortCycle& c) {
                c.out[1].number = 9;
                c.m_tlast |= bit(1);
                c.blocked_by[0] = 2;
                c.hol_victims[0] = 4;
                c.pool_by[0] = 1;
              }).any());
}

TEST_CASE("two models differ at the port whose values do", "[testbenches]") {
  const auto output = after(QueuePlace::Input, [](PortCycle& c) { c.out[2].source = 1; });
  CHECK(output.outputs == bit(2));
  CHECK(output.inputs == 0);
  CHECK(after(QueuePlace::Input, [](PortCycle& c) { c.m_tvalid |= bit(1); }).outputs == bit(1));
  CHECK(after(QueuePlace::Input, [](PortCycle& c) { c.m_tlast = 0; }).outputs == bit(2));
  CHECK(after(QueuePlace::Input, [](PortCycle& c) { c.idle_with_work = bit(0); }).outputs == bit(0));
  CHECK(after(QueuePlace::Input, [](PortCycle& c) { c.s_tready ^= bit(1); }).inputs == bit(1));
  CHECK(after(QueuePlace::Input, [](PortCycle& c) { c.hol = bit(2); }).inputs == bit(2));
  CHECK(after(QueuePlace::Input, [](PortCycle& c) { c.drop_misrouted[0] = 1; }).inputs == bit(0));
}

TEST_CASE("a queue differs at the port that it belongs to", "[testbenches]") {
  const auto beats = [](unsigned queue) { return [queue](PortCycle& c) { ++c.occ_beats[queue]; }; };
  CHECK(after(QueuePlace::Input, beats(1)).inputs == bit(1));
  CHECK(after(QueuePlace::Output, beats(1)).outputs == bit(1));
  CHECK(after(QueuePlace::Output, beats(1)).inputs == 0);
  CHECK(after(QueuePlace::Pair, beats(7)).inputs == bit(2));
  CHECK(after(QueuePlace::Pair, [](PortCycle& c) { ++c.drop_full[7]; }).inputs == bit(2));
}
