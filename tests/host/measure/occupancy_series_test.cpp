// SPDX-License-Identifier: Apache-2.0
#include "host/measure/occupancy_series.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a series that gets too long has half the samples, twice as far apart", "[host]") {
  constexpr unsigned kQueues = 98;  // with the totals 100 numbers a sample
  OccupancySeries series;
  series.period = 10;
  series.first_cycle = 7;
  SwitchOutputs out{};
  // Each sample is of the cycle that was due.
  for (unsigned n = 0; n < 25000; ++n) {
    out.occ_beats[3] = static_cast<std::uint32_t>(series.next_cycle());
    out.occ_packets[0] = 2;
    series.add(out, kQueues);
    REQUIRE(series.samples * (kQueues + 2) < OccupancySeries::kMostNumbers);
  }
  CHECK(series.period == 160);
  REQUIRE(series.beats.size() == series.samples);
  REQUIRE(series.packets.size() == series.samples);
  REQUIRE(series.queue_beats.size() == series.samples);
  for (std::size_t n = 0; n < series.samples; ++n) {
    REQUIRE(series.beats[n] == 7 + 160 * n);
    REQUIRE(series.queue_beats[n].at(3) == 7 + 160 * n);
    REQUIRE(series.packets[n] == 2);
  }
}
