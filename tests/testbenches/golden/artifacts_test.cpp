// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/artifacts.h"

#include "host/config/setup.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

TEST_CASE("a trace is trimmed to cycles, and keeps its comments", "[testbenches][golden]") {
  CHECK(trimmed_trace("# one\n     1 || a\n     2 || b\n# two\n    10 || c\n", 2, 9) ==
        "# one\n     2 || b\n# two\n");
}

TEST_CASE("artifacts have the marker at the difference, and are traces alone where there is no waveform",
          "[testbenches][golden]") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "small.toml") << "ports = 2\nload = 1\ncycles = 100\nwarmup = 0\n";
  const auto cases = read_golden_cases(folder.path());
  CaseOutcome outcome;
  outcome.of = &cases.front();
  outcome.engine = "fast";
  outcome.run = run_case(cases.front().setup("fast"), {1000, false});
  std::ofstream(cases.front().golden_file) << outcome.run.trace;
  outcome.first_cycle = 70;
  outcome.headline = "ports.total.drops  want 1  got 0";
  const auto own = folder.path() / "out/small-fast";
  CHECK(write_artifacts(outcome, folder.path() / "out") == "gtkwave " + (own / "window.gtkw").string());
  CHECK(mentions(text_of(own / "window.gtkw"), {"ports.total.drops  want 1  got 0", " 700 700 -1"}));
  CHECK(mentions(text_of(own / "want.trace"), {"\n    20 ||"}));
  CHECK(text_of(own / "want.trace").find("\n    19 ||") == std::string::npos);
  CHECK(text_of(own / "want.trace").find("\n   121 ||") == std::string::npos);

  outcome.run.cycles = 5000;  // which a further run has not
  outcome.first_cycle = 4000;
  CHECK(mentions(write_artifacts(outcome, folder.path() / "later"),
                 {"no waveform, since --trace-from: '3950'"}));
  CHECK(std::filesystem::exists(folder.path() / "later/small-fast/got.trace"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "later/small-fast/window.fst"));

  std::ofstream(own / "of-others") << "stays\n";
  for (const char* name : {"out", "later"}) remove_artifacts(outcome, folder.path() / name);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "later/small-fast"));
  CHECK(text_of(own / "of-others") == "stays\n");
  CHECK(std::distance(std::filesystem::directory_iterator(own), {}) == 1);
}
