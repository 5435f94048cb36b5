// SPDX-License-Identifier: Apache-2.0
// RTL and twin of switches with traffic classes, at the ends of all ranges, under links that know no hosts;
// and that this comparison can fail, by the mutants of tests/rtl/mutants/classes.
#include "tests/catch.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/mutated_rtl.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

RunConfig with_classes(unsigned ports, unsigned classes) {
  RunConfig config = ends_config("input", ports);
  config.classes = classes;
  return config;
}

/// Without checkers: lock-step must see what is wrong.
std::string verdict(const fs::path& rtl_dir) {
  RunConfig config = with_classes(3, 2);
  config.engine = Engine::Rtl;
  try {
    compare_at_ends(config, rtl_dir, 40);
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("with traffic classes RTL and twin are equal at the ends of every range",
          "[testbenches][lockstep]") {
  CHECK(std::stoull(compare_at_ends(with_classes(3, 2), source_dir() / "rtl", 100)) > 5000);
}

TEST_CASE("with any number of traffic classes RTL and twin are equal", "[testbenches][long][lockstep]") {
  const unsigned ports = GENERATE(2U, 5U);
  const unsigned classes = GENERATE(3U, 8U);
  CHECK(std::stoull(compare_at_ends(with_classes(ports, classes), source_dir() / "rtl", 100)) > 5000);
}

TEST_CASE("every mutant of what serves traffic classes is caught", "[testbenches][mutants]") {
  MutatedRtl rtl;
  const auto mutants = mutants_in("classes");
  CHECK(mutants.size() >= 8);
  choose_mutant("");
  CHECK(verdict(rtl.of("input")).empty());
  for (const Mutant& mutant : mutants) {
    CAPTURE(mutant.name);
    choose_mutant(mutant.name);
    CHECK(verdict(rtl.of("input")).find("lock-step difference") != std::string::npos);
  }
}
