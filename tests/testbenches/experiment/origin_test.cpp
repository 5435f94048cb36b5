// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/engines/paths.h"
#include "testbenches/experiment/experiment_file.h"
#include "tests/catch.h"

using namespace xb;

namespace {

std::vector<Experiment> experiments_of_the_lab() {
  std::vector<Experiment> all;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "experiments")) {
    if (entry.path().extension() == ".toml") all.push_back(read_experiment(entry.path()));
  }
  return all;
}

}  // namespace

TEST_CASE("all that the lab's experiments expect says where it comes from", "[testbenches]") {
  std::size_t count = 0;
  for (const Experiment& experiment : experiments_of_the_lab()) {
    for (const Expectation& e : experiment.expectations) {
      INFO(e.place << ": " << e.measure);
      CHECK(e.origin != Origin::None);
      ++count;
    }
  }
  CHECK(count > 80);
}

TEST_CASE("every refuted claim of the lab's experiments says what the source claims", "[testbenches]") {
  std::size_t count = 0;
  for (const Experiment& experiment : experiments_of_the_lab()) {
    for (const Expectation& e : experiment.expectations) {
      if (e.refuted.empty()) continue;
      INFO(e.place);
      CHECK_FALSE(e.claim.empty());
      ++count;
    }
  }
  CHECK(count >= 10);
}
