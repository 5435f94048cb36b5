// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/stall_watch.h"

#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

#include "host/base/errors.h"
#include "testbenches/process/child_process.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

void burn(double seconds) {
  const std::clock_t begin = std::clock();  // of CPU time
  while (static_cast<double>(std::clock() - begin) < seconds * CLOCKS_PER_SEC) {
  }
}

/// What came of a child that the watch looks after, which may take a second for a step.
std::string watched(const std::function<void(const StallWatch&)>& work) {
  setenv("XBARLAB_STALL", "1", 1);
  return in_child_process([&] {
    const StallWatch watch("step ", " does not end");
    work(watch);
    return std::string("done");
  });
}

}  // namespace

TEST_CASE("a step without an end ends its process with its number, and whoever waits for that gets it",
          "[testbenches][process]") {
  const auto endless = [](const StallWatch& watch) {
    for (std::uint64_t n = 1234567890123; n < 1234567890127; ++n) const StallWatch::Step passes(watch, n);
    const StallWatch::Step step(watch, 1234567890127);
    for (volatile bool goes_on = true; goes_on;) {
    }
  };
  CHECK(message_of<RunError>([&] { watched(endless); }) == "step 1234567890127 does not end");
}

TEST_CASE("steps that end may take as long together as they like, and what is no step, too",
          "[testbenches][process]") {
  CHECK(watched([](const StallWatch& watch) {
          for (std::uint64_t n = 0; n < 30; ++n) {
            const StallWatch::Step step(watch, n);
            burn(0.1);
          }
          burn(3);
        }) == "done");
}
