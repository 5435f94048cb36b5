// SPDX-License-Identifier: Apache-2.0
#include "host/link/credit_units.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a credit comes two cables and a response after its beat has left", "[host]") {
  PauseSettings s{1, 3, 2};
  s.of_class[1] = PauseLimits{4, 4, 6, 6, true};  // a memory of 10 beats, packets of up to 6
  CreditUnits units(2, s);
  units.count(1, 0, 1, 4, 0);
  CHECK(units.paused(1) == 0);
  units.count(2, 0, 1, 5, 0);
  CHECK(units.paused(1) == 1);
  CHECK_FALSE(units.busy());
  for (std::uint64_t now = 3; now < 10; ++now) {  // the beat has left in cycle 2
    units.count(now, 0, 1, 5, 1);
    CHECK(units.busy());
    CHECK(units.paused(1) == 1);
  }
  units.count(10, 0, 1, 5, 1);
  CHECK(units.paused(1) == 0);
  CHECK_FALSE(units.busy());
}
