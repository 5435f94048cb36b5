// SPDX-License-Identifier: Apache-2.0
// The checks of the memory switch can fail: each mutant (tests/rtl/mutants/shared) is a copy of the RTL with
// one thing broken; lock-step must see it, and so must the bound assertion that it names, if any.
#include <fmt/format.h>

#include <fstream>

#include "host/errors.h"
#include "host/simulation.h"
#include "testbenches/child_process.h"
#include "testbenches/engines.h"
#include "testbenches/paths.h"
#include "testbenches/run_point.h"
#include "testbenches/subprocess.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A small memory under overload, with packets of several words and receivers that stall.
RunConfig stressful(const std::string& forwarding, const std::string& flow) {
  RunConfig config;
  config.switch_name = "shared";
  config.engine = "lockstep";  // with checkers
  config.forwarding = forwarding;
  config.flow = flow;
  config.ports = 4;
  config.depth = 64;
  config.packet_max = 30;
  config.load = 0.95;
  config.receiver_stall = 0.3;
  config.cycles = 20000;
  config.warmup = 0;
  return config;
}

/// What the run says of the switch in `rtl_dir`; empty if it finds nothing wrong.
std::string verdict(const RunConfig& config, const fs::path& rtl_dir, bool lockstep) {
  try {
    in_child_process([&]() -> std::string {
      auto model = make_verilated_switch(config, {}, rtl_dir);
      if (lockstep) model = make_lockstep(config, std::move(model), make_systemc_switch(config));
      simulate(config, *model);
      return "clean";
    });
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

/// Under back-pressure and tail drop, both ways of forwarding.
std::string verdicts(const fs::path& rtl_dir, bool lockstep) {
  return verdict(stressful("cut-through", "back-pressure"), rtl_dir, lockstep) + "\n" +
         verdict(stressful("store-and-forward", "drop"), rtl_dir, lockstep);
}

/// The beginnings of messages of which one must come; `none` if the assertions cannot see it.
std::vector<std::string> assertions(const fs::path& script) {
  std::ifstream file(script);
  const std::string key = "# assertion: ";
  std::vector<std::string> found;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key, 0) == 0) found.push_back(line.substr(key.size()));
  }
  return found;
}

}  // namespace

TEST_CASE("the unbroken copy of the memory switch passes", "[testbenches][mutants]") {
  CHECK(verdicts(source_dir() / "rtl", true) == "\n");
}

TEST_CASE("every mutant of the memory switch is caught", "[testbenches][mutants]") {
  unsigned mutants = 0;
  for (const auto& entry : fs::directory_iterator(source_dir() / "tests/rtl/mutants/shared")) {
    const std::string name = "shared/" + entry.path().stem().string();
    CAPTURE(name);
    const ScratchFolder folder;
    const auto copy = folder.path() / "rtl";
    REQUIRE(run_program({"bash", (source_dir() / "tests/rtl/mutants/apply.sh").string(), name, copy.string()},
                        folder.path(), folder.path() / "log") == 0);
    CHECK(verdicts(copy, true) != "\n");
    const std::string said = verdicts(copy, false);
    CAPTURE(said);
    bool fired = false;
    for (const auto& message : assertions(entry.path())) {
      fired |= message == "none" || said.find("." + message) != std::string::npos;
    }
    CHECK(fired);
    ++mutants;
  }
  CHECK(mutants >= 10);
}
