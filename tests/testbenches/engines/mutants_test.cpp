// SPDX-License-Identifier: Apache-2.0
// The checks can fail: with each mutant one thing of the RTL is broken (tests/rtl/mutants), and the run must
// catch it, by the hosts' end-to-end checks or in lock-step as the mutant says.
#include <algorithm>
#include <set>
#include <sstream>

#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/mutated_rtl.h"
#include "tests/testbenches/engines/switch_key.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

const std::set<std::string> kNamedRules{"timing", "occupancy", "fairness", "flags", "tkeep"};

RunConfig stressful(const std::string& switch_name) {
  RunConfig config =
      config_of("ports 4, depth 16, load 0.9, receiver-stall 0.3, cycles 20000, warmup 0, packet 1..9");
  choose_circuit(config, switch_name);
  return config;
}

/// The run that shows the mutant: the stressful one, with the mutant's flags.
RunConfig showing(const Mutant& mutant) {
  RunConfig config = stressful(mutant.switch_name);
  std::istringstream flags(mutant.flags);
  for (std::string key, value; flags >> key >> value;) set_key(config, key.substr(2), value, "");
  return config;
}

/// A small memory under overload, with packets of several words and receivers that stall.
RunConfig stressful(const std::string& forwarding, const std::string& flow, std::uint64_t seed) {
  RunConfig config = config_of(
      "switch shared, ports 4, depth 64, load 0.95, receiver-stall 0.3, cycles 20000, warmup 0, "
      "packet 1..30");
  config.engine = Engine::Lockstep;  // with checkers
  config.forwarding = *find_choice<ForwardingMode>(forwarding);
  config.flow = *find_choice<FlowControl>(flow);
  config.seed = seed;
  return config;
}

/// Under back-pressure and tail drop, both ways of forwarding.
std::string verdicts(const fs::path& rtl_dir, bool lockstep, std::uint64_t seed = 1) {
  return verdict(stressful("cut-through", "back-pressure", seed), rtl_dir, lockstep) + "\n" +
         verdict(stressful("store-and-forward", "drop", seed), rtl_dir, lockstep);
}

/// What is said of the switch in `rtl_dir`; empty if nothing is wrong. Without checkers: lock-step must see
/// it.
std::string said_at_ends(const std::string& switch_name, const fs::path& rtl_dir) {
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

TEST_CASE("the RTL with all mutants in it and none chosen passes", "[testbenches][mutants][long]") {
  MutatedRtl rtl;
  choose_mutant("");
  std::set<std::string> points;
  // Last first: the next test, which may run beside this one, builds the first models meanwhile.
  std::vector<Mutant> mutants = mutants_in("");
  std::reverse(mutants.begin(), mutants.end());
  for (const Mutant& mutant : mutants) {
    if (!points.insert(mutant.switch_name + mutant.flags).second) continue;
    CAPTURE(mutant.switch_name, mutant.flags);
    CHECK(verdict(showing(mutant), rtl.of(mutant.switch_name), false).empty());
    CHECK(verdict(showing(mutant), rtl.of(mutant.switch_name), true).empty());
  }
}

TEST_CASE("every mutant of the RTL is caught", "[testbenches][mutants][long]") {
  MutatedRtl rtl;
  const auto mutants = mutants_in("");
  REQUIRE(mutants.size() >= 47);
  for (const auto& mutant : mutants) {
    CAPTURE(mutant.name, mutant.caught_by);
    choose_mutant(mutant.name);
    const std::string lockstep = verdict(showing(mutant), rtl.of(mutant.switch_name), true);
    CHECK(lockstep.find("lock-step difference") != std::string::npos);
    // What the hosts cannot see at their ports is left to lock-step and to the assertions.
    if (mutant.caught_by == "lockstep") {
      WARN(mutant.name << ": " << lockstep.substr(0, 160));
      continue;
    }
    const std::string hosts = verdict(showing(mutant), rtl.of(mutant.switch_name), false);
    CAPTURE(hosts);
    CHECK_FALSE(hosts.empty());
    // Checks with a rule of their own say its name.
    if (kNamedRules.count(mutant.caught_by) != 0)
      CHECK(hosts.find(" " + mutant.caught_by + ": ") != std::string::npos);
    WARN(mutant.name << ": " << hosts.substr(0, 160));
  }
}

// The checks of the memory switch can fail: with each mutant (tests/rtl/mutants/shared) one thing of the RTL
// is broken; lock-step must see it, and so must the bound assertion that it names, if any.

TEST_CASE("the memory switch with all mutants in it and none chosen passes", "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  choose_mutant("");
  CHECK(verdicts(rtl.of("shared"), true) == "\n");
}

TEST_CASE("every mutant of the memory switch is caught", "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  const auto mutants = mutants_in("shared");
  CHECK(mutants.size() >= 10);
  for (const Mutant& mutant : mutants) {
    CAPTURE(mutant.name);
    choose_mutant(mutant.name);
    CHECK(verdicts(rtl.of(mutant.switch_name), true) != "\n");
    // Memories begin with random contents: with some the hosts see the fault first, and the run ends.
    bool fired = false;
    std::string said;
    for (std::uint64_t seed = 1; seed <= 10 && !fired; ++seed) {
      said = verdicts(rtl.of(mutant.switch_name), false, seed);
      for (const auto& message : mutant.assertions)
        fired |= message == "none" || said.find("." + message) != std::string::npos;
    }
    CAPTURE(said);
    CHECK(fired);
  }
}

// The comparison at the ends of all ranges can fail: with each mutant (tests/rtl/mutants/ends) the RTL is
// right in the middle of them, and lock-step must see it.

TEST_CASE("at the ends the RTL with all mutants in it and none chosen passes",
          "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  choose_mutant("");
  std::set<std::string> switches;
  for (const Mutant& mutant : mutants_in("ends")) {
    if (!switches.insert(mutant.switch_name).second) continue;
    CAPTURE(mutant.switch_name);
    CHECK(said_at_ends(mutant.switch_name, rtl.of(mutant.switch_name)).empty());
  }
}

TEST_CASE("every mutant that is wrong at the end of a range is caught", "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  const auto mutants = mutants_in("ends");
  CHECK(mutants.size() >= 15);
  for (const Mutant& mutant : mutants) {
    CAPTURE(mutant.name);
    choose_mutant(mutant.name);
    const std::string said = said_at_ends(mutant.switch_name, rtl.of(mutant.switch_name));
    CHECK(said.find("lock-step difference") != std::string::npos);
    WARN(mutant.name << ": " << said.substr(0, 120) << said.substr(std::min(said.size(), said.rfind("\n"))));
  }
}
