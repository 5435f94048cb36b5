// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "testbenches/engines/paths.h"
#include "testbenches/experiment/experiment_file.h"
#include "tests/catch.h"

using namespace xb;

// One case, because reading all experiments takes seconds.
TEST_CASE("all that the lab's experiments expect has an origin, and what is refuted a claim",
          "[testbenches]") {
  std::size_t expected = 0, refuted = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "experiments")) {
    if (entry.path().extension() != ".toml") continue;
    for (const Expectation& e : read_experiment(entry.path()).expectations) {
      INFO(e.place << ": " << e.measure);
      CHECK(e.origin != Origin::None);
      ++expected;
      if (e.refuted.empty()) continue;
      CHECK_FALSE(e.claim.empty());
      ++refuted;
    }
  }
  CHECK(expected > 80);
  CHECK(refuted >= 10);
}
