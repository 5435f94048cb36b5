// SPDX-License-Identifier: Apache-2.0
// The checks can fail: each mutant is a copy of the RTL with one thing broken (tests/rtl/mutants), and the
// run must catch it, by the hosts' end-to-end checks or in lock-step as the mutant says.
#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

#include "host/config_keys.h"
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

const std::set<std::string> kNamedRules{"timing", "occupancy", "fairness", "flags"};

fs::path mutants_dir() { return source_dir() / "tests/rtl/mutants"; }

struct Mutant {
  std::string name, caught_by, switch_name = "input", flags;
};

/// Takes what follows `key` on a mutant's line, if that is what the line is about.
void read_line(const std::string& line, const std::string& key, std::string& value) {
  const std::string start = "# " + key + ": ";
  if (line.rfind(start, 0) == 0) value = line.substr(start.size());
}

std::vector<Mutant> all_mutants() {
  std::vector<Mutant> found;
  for (const auto& entry : fs::directory_iterator(mutants_dir())) {
    if (entry.path().extension() != ".sed") continue;
    Mutant mutant;
    mutant.name = entry.path().stem().string();
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      read_line(line, "caught-by", mutant.caught_by);
      read_line(line, "switch", mutant.switch_name);
      read_line(line, "flags", mutant.flags);
    }
    found.push_back(mutant);
  }
  return found;
}

RunConfig stressful(const std::string& switch_name) {
  RunConfig config;
  config.switch_name = switch_name;
  config.ports = 4;
  config.depth = 16;
  config.packet_max = 9;
  config.load = 0.9;
  config.receiver_stall = 0.3;
  config.cycles = 20000;
  config.warmup = 0;
  return config;
}

/// The run that shows the mutant: the stressful one, with the mutant's flags.
RunConfig showing(const Mutant& mutant) {
  RunConfig config = stressful(mutant.switch_name);
  std::istringstream flags(mutant.flags);
  for (std::string key, value; flags >> key >> value;) set_key(config, key.substr(2), value, "");
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

}  // namespace

TEST_CASE("the unbroken RTL passes", "[testbenches][mutants]") {
  std::set<std::string> points;
  for (const Mutant& mutant : all_mutants()) {
    if (!points.insert(mutant.switch_name + mutant.flags).second) continue;
    CAPTURE(mutant.switch_name, mutant.flags);
    CHECK(verdict(showing(mutant), source_dir() / "rtl", false).empty());
    CHECK(verdict(showing(mutant), source_dir() / "rtl", true).empty());
  }
}

TEST_CASE("every mutant of the RTL is caught", "[testbenches][mutants]") {
  const auto mutants = all_mutants();
  REQUIRE(mutants.size() >= 43);
  for (const auto& mutant : mutants) {
    CAPTURE(mutant.name, mutant.caught_by);
    const ScratchFolder folder;
    const auto copy = folder.path() / "rtl";
    REQUIRE(run_program({"bash", (mutants_dir() / "apply.sh").string(), mutant.name, copy.string()},
                        folder.path(), folder.path() / "log") == 0);
    const std::string lockstep = verdict(showing(mutant), copy, true);
    CHECK(lockstep.find("lock-step difference") != std::string::npos);
    const std::string hosts = verdict(showing(mutant), copy, false);
    CAPTURE(hosts);
    // What the hosts cannot see at their ports is left to lock-step and to the assertions.
    if (mutant.caught_by != "lockstep") CHECK_FALSE(hosts.empty());
    // Checks with a rule of their own say its name.
    if (kNamedRules.count(mutant.caught_by) != 0)
      CHECK(hosts.find(" " + mutant.caught_by + ": ") != std::string::npos);
    WARN(mutant.name << ": " << (hosts.empty() ? lockstep : hosts).substr(0, 160));
  }
}
