// SPDX-License-Identifier: Apache-2.0
// docs/tutorial.md breaks the RTL with a sed and shows who catches it. Here the same is done to a copy, and
// the page must show what comes of it. (Its other commands: tests/docs/tutorial_test.sh.)
#include <sstream>

#include "host/config/config_keys.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/mutated_rtl.h"
#include "waves/write/fst_signals.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

struct TutorialStep {
  std::string flags;    ///< of `./lab run`
  std::string printed;  ///< what the page says that it prints
};

/// The page from its sed to its git: how the RTL is broken, and what follows.
struct BrokenRtl {
  std::string sed;
  std::vector<TutorialStep> steps;
};

BrokenRtl broken_in(const fs::path& page) {
  BrokenRtl found;
  std::istringstream text(text_of(page));
  const std::string run = "    ./lab run ";
  bool inside = false;
  bool printed = false;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("    sed -i ", 0) == 0) {
      found.sed = line.substr(4);
      inside = true;
    }
    if (line.rfind("    git checkout ", 0) == 0) inside = false;
    if (!inside) continue;
    if (line.rfind(run, 0) == 0) found.steps.push_back({line.substr(run.size()), ""});
    if (line == "```") printed = false;
    if (printed) found.steps.back().printed += line + "\n";
    if (line == "```text") printed = true;
  }
  return found;
}

/// What the program prints of a failed run, without blanks at the lines' ends and at the end.
std::string as_printed(const std::string& error) {
  std::istringstream lines("xbarlab: " + error);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

/// The run with these flags of `xbarlab run`, on the RTL in `rtl_dir`.
std::string outcome_of_step(const std::string& flags, const fs::path& rtl_dir, const fs::path& scratch) {
  RunConfig config;
  bool traced = false;
  std::istringstream words(flags);
  for (std::string key, value; words >> key >> value;) {
    if (key == "--trace")
      traced = true;
    else
      set_key(config, key.substr(2), value, "");
  }
  if (!traced) return verdict(config, rtl_dir, config.engine == Engine::Lockstep);
  try {
    const Setup setup = resolve(config);
    SwitchTrace trace;
    FstFile file(scratch / "trace.fst");
    FstSignals signals(file);
    trace.signals = TraceRequest{&signals};
    simulate(setup, *make_verilated_switch(setup, trace, rtl_dir));
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("the tutorial's mistake in the RTL is caught as the tutorial says", "[testbenches][long]") {
  const auto broken = broken_in(source_dir() / "docs/tutorial.md");
  REQUIRE(broken.steps.size() == 3);
  const ScratchFolder scratch;
  fs::copy(source_dir() / "rtl", scratch.path() / "rtl", fs::copy_options::recursive);
  const auto before = text_of(scratch.path() / "rtl/xb_rr_arbiter.sv");
  REQUIRE(run_program({"bash", "-c", broken.sed}, scratch.path(), scratch.path() / "log") == 0);
  REQUIRE(text_of(scratch.path() / "rtl/xb_rr_arbiter.sv") != before);
  for (const auto& step : broken.steps) {
    CAPTURE(step.flags);
    CHECK(as_printed(outcome_of_step(step.flags, scratch.path() / "rtl", scratch.path())) == step.printed);
    // The RTL as it is does not print that.
    CHECK(outcome_of_step(step.flags, source_dir() / "rtl", scratch.path()).empty());
  }
}
