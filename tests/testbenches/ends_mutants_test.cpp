// SPDX-License-Identifier: Apache-2.0
// The comparison at the ends of all ranges can fail: each mutant (tests/rtl/mutants/ends) is a copy of the
// RTL that is right in the middle of them, and lock-step must see it.
#include <fstream>

#include "testbenches/paths.h"
#include "testbenches/subprocess.h"
#include "tests/catch.h"
#include "tests/testbenches/ends_run.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

const fs::path kMutants = source_dir() / "tests/rtl/mutants";

/// What follows `key` in a mutant's lines of comment.
std::string line_of(const fs::path& script, const std::string& key) {
  std::ifstream file(script);
  const std::string start = "# " + key + ": ";
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(start, 0) == 0) return line.substr(start.size());
  }
  return {};
}

/// What is said of the switch in `rtl_dir`; empty if nothing is wrong. Without checkers: lock-step must see
/// it.
std::string verdict(const std::string& switch_name, const fs::path& rtl_dir) {
  RunConfig config = ends_config(switch_name, 3);
  config.engine = "rtl";
  try {
    compare_at_ends(config, rtl_dir, 100);
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("every mutant that is wrong at the end of a range is caught", "[testbenches][mutants]") {
  unsigned mutants = 0;
  for (const auto& entry : fs::directory_iterator(kMutants / "ends")) {
    const std::string name = "ends/" + entry.path().stem().string();
    CAPTURE(name);
    const ScratchFolder folder;
    const fs::path copy = folder.path() / "rtl";
    REQUIRE(run_program({"bash", (kMutants / "apply.sh").string(), name, copy.string()}, folder.path(),
                        folder.path() / "log") == 0);
    const std::string said = verdict(line_of(entry.path(), "switch"), copy);
    CHECK(said.find("lock-step difference") != std::string::npos);
    WARN(name << ": " << said.substr(0, 120) << said.substr(std::min(said.size(), said.rfind("\n"))));
    ++mutants;
  }
  CHECK(mutants >= 15);
}
