// SPDX-License-Identifier: Apache-2.0
#include "host/base/cpu_clock.h"

#include <sys/time.h>

#include <algorithm>

#include "tests/catch.h"

using namespace xb;

namespace {

/// CPU time from one reading to the next that differs, the least of some [s].
double least_step() {
  double least = 1;
  for (int n = 0; n < 20; ++n) {
    const double before = cpu_now();
    double after = before;
    while (after == before) after = cpu_now();
    least = std::min(least, after - before);
  }
  return least;
}

}  // namespace

TEST_CASE("the CPU clock has microseconds, beside a timer of CPU time, too", "[host]") {
  CHECK(least_step() < 0.5e-3);
  const itimerval hour{{3600, 0}, {3600, 0}}, off{};
  itimerval before{};
  setitimer(ITIMER_PROF, &hour, &before);
  CHECK(least_step() > 0);
  CHECK(least_step() < 0.5e-3);
  setitimer(ITIMER_PROF, &off, nullptr);
  setitimer(ITIMER_PROF, &before, nullptr);
}
