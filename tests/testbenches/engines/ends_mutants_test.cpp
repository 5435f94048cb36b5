// SPDX-License-Identifier: Apache-2.0
// The comparison at the ends of all ranges can fail: with each mutant (tests/rtl/mutants/ends) the RTL is
// right in the middle of them, and lock-step must see it.
#include <set>

#include "tests/catch.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/mutated_rtl.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// What is said of the switch in `rtl_dir`; empty if nothing is wrong. Without checkers: lock-step must see
/// it.
std::string verdict(const std::string& switch_name, const fs::path& rtl_dir) {
  RunConfig config = ends_config(switch_name, 3);
  config.engine = Engine::Rtl;
  try {
    compare_at_ends(config, rtl_dir, 100);
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("at the ends the RTL with all mutants in it and none chosen passes",
          "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  choose_mutant("");
  std::set<std::string> switches;
  for (const Mutant& mutant : mutants_in("ends")) {
    if (!switches.insert(mutant.switch_name).second) continue;
    CAPTURE(mutant.switch_name);
    CHECK(verdict(mutant.switch_name, rtl.of(mutant.switch_name)).empty());
  }
}

TEST_CASE("every mutant that is wrong at the end of a range is caught", "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  const auto mutants = mutants_in("ends");
  CHECK(mutants.size() >= 15);
  for (const Mutant& mutant : mutants) {
    CAPTURE(mutant.name);
    choose_mutant(mutant.name);
    const std::string said = verdict(mutant.switch_name, rtl.of(mutant.switch_name));
    CHECK(said.find("lock-step difference") != std::string::npos);
    WARN(mutant.name << ": " << said.substr(0, 120) << said.substr(std::min(said.size(), said.rfind("\n"))));
  }
}
