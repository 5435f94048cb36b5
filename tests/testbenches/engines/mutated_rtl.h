// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/subprocess.h"
#include "tests/testbenches/scratch_folder.h"

namespace xb {

inline std::filesystem::path mutants_dir() { return source_dir() / "tests/rtl/mutants"; }

/// What the first lines of a mutant say of it (tests/rtl/mutants/apply.sh).
struct Mutant {
  std::string name, switch_name = "input", flags, caught_by;
  std::vector<std::string> assertions;
};

/// The mutants in a folder of mutants_dir() (empty: in itself), in order of name.
inline std::vector<Mutant> mutants_in(const std::string& folder) {
  std::vector<Mutant> found;
  for (const auto& entry : std::filesystem::directory_iterator(mutants_dir() / folder)) {
    if (entry.path().extension() != ".sed") continue;
    Mutant mutant;
    mutant.name = (folder.empty() ? "" : folder + "/") + entry.path().stem().string();
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const auto value = [&](const std::string& key) {
        const std::string start = "# " + key + ": ";
        return line.rfind(start, 0) == 0 ? line.substr(start.size()) : std::string();
      };
      if (!value("switch").empty()) mutant.switch_name = value("switch");
      if (!value("flags").empty()) mutant.flags = value("flags");
      if (!value("caught-by").empty()) mutant.caught_by = value("caught-by");
      if (!value("assertion").empty()) mutant.assertions.push_back(value("assertion"));
    }
    found.push_back(mutant);
  }
  std::sort(found.begin(), found.end(), [](const Mutant& a, const Mutant& b) { return a.name < b.name; });
  return found;
}

/// Models created from now on that have the mutants in them are broken by this one; none if empty.
inline void choose_mutant(const std::string& name) { setenv("XB_MUTANT", name.c_str(), 1); }

/// Copies of the RTL, of which each has all mutants of a switch in it.
class MutatedRtl {
 public:
  /// Made when it is first asked for.
  std::filesystem::path of(const std::string& switch_name) {
    const auto copy = folder_.path() / switch_name;
    const auto log = folder_.path() / "log";
    if (!std::filesystem::exists(copy) &&
        run_program({"bash", (mutants_dir() / "apply.sh").string(), switch_name, copy.string()},
                    folder_.path(), log) != 0) {
      std::ifstream said(log);
      std::string line;
      std::getline(said, line);
      throw RunError(line);
    }
    return copy;
  }

 private:
  ScratchFolder folder_;
};

/// What the run says of the switch in `rtl_dir`; empty if it finds nothing wrong.
inline std::string verdict(const RunConfig& config, const std::filesystem::path& rtl_dir, bool lockstep) {
  try {
    in_child_process([&]() -> std::string {
      auto model = make_verilated_switch(resolve(config), {}, rtl_dir);
      if (lockstep)
        model = make_lockstep(resolve(config), std::move(model), make_systemc_switch(resolve(config)));
      simulate(resolve(config), *model);
      return "clean";
    });
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

}  // namespace xb
