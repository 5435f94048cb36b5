// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_check.h"

#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

TEST_CASE("a golden file of another point is not the same, whatever its cycles are",
          "[testbenches][golden]") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "small.toml")
      << "ports = 2\nload = 1\ncycles = 10\nwarmup = 0\nengine = [\"fast\"]\n";
  const auto cases = read_golden_cases(folder.path());
  accept_case(cases.front(), "first");
  const CaseOutcome own = check_case(cases.front(), "fast");
  CHECK(own.same);
  CHECK(own.headline.empty());
  std::string golden = text_of(cases.front().golden_file);
  const std::string load = "--load 1.0";
  REQUIRE(golden.find(load) < golden.find('\n', golden.find("# point")));
  golden.replace(golden.find(load), load.size(), "--load 0.9");
  std::ofstream(cases.front().golden_file) << golden;
  const CaseOutcome outcome = check_case(cases.front(), "fast");
  CHECK(outcome.diff.same);  // every cycle of it
  CHECK_FALSE(outcome.same);
  CHECK(outcome.headline == "the golden file is of another point: load 0.9 there, 1.0 here");
  CHECK(outcome.first_cycle == 0);
}
