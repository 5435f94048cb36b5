// SPDX-License-Identifier: Apache-2.0
#include "host/link/ecn_marker.h"

#include "tests/catch.h"

using namespace xb;

namespace {

/// Of `packets` from input 1 to output 2, each of which finds `beats` in its queue, how many leave with a
/// mark.
unsigned marked(EcnMarker& marker, std::uint32_t beats, unsigned packets) {
  Transmitter transmitter(4, 0);
  Scoreboard scoreboard(4);
  unsigned marks = 0;
  for (unsigned n = 0; n < packets; ++n) {
    transmitter.start(1, 2, 1, n);
    marker.arrived(bit(1), transmitter,
                   [&](unsigned input, unsigned output) { return input == 1 && output == 2 ? beats : 0; });
    transmitter.advance(bit(1), n, scoreboard);
    if (scoreboard.due(1, 2)->note.marked) ++marks;
    scoreboard.delivered(1, 2);
  }
  return marks;
}

}  // namespace

TEST_CASE("a packet is marked that finds more than K beats in its queue", "[host]") {
  EcnMarker marker(parse_ecn("20").value(), 4, 1);
  CHECK(marked(marker, 20, 10) == 0);
  CHECK(marked(marker, 21, 10) == 10);
  CHECK(marked(marker, 0, 5) == 0);
  CHECK(marker.packets() == std::vector<std::uint64_t>{0, 0, 25, 0});
  CHECK(marker.marked() == std::vector<std::uint64_t>{0, 0, 10, 0});
  CHECK(marker.most_from(2) == 1);
  marker.open();
  CHECK(marker.packets()[2] == 0);
  CHECK(marker.marked()[2] == 0);
  CHECK(marked(marker, 21, 3) == 3);
  marker.close();
  CHECK(marked(marker, 21, 10) == 10);  // what comes as the run drains is marked, and does not count
  CHECK(marker.packets()[2] == 3);
  CHECK(marker.marked()[2] == 3);
  CHECK(marker.most_from(2) == 1);
}

TEST_CASE("between two thresholds the probability rises to P, above them all are marked", "[host]") {
  EcnMarker marker(parse_ecn("100..300:0.4").value(), 4, 1);
  CHECK(marked(marker, 100, 1000) == 0);
  CHECK(marked(marker, 200, 10000) == Approx(2000).margin(200));  // 5 deviations
  CHECK(marked(marker, 300, 10000) == Approx(4000).margin(250));
  CHECK(marked(marker, 301, 1000) == 1000);
}
