// SPDX-License-Identifier: Apache-2.0
// The checks can fail: with each mutant one thing of the RTL is broken (tests/rtl/mutants), and the run must
// catch it, by the hosts' end-to-end checks or in lock-step as the mutant says.

#include <algorithm>
#include <set>
#include <sstream>

#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/mutated_rtl.h"
#include "tests/testbenches/engines/switch_key.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

const std::set<std::string> kNamedRules{"timing", "occupancy", "fairness", "flags", "tkeep"};

RunConfig stressful(const std::string& switch_name) {
  RunConfig config;
  choose_circuit(config, switch_name);
  config.ports = 4;
  config.depth = 16;
  config.packet_max = 9;
  config.traffic->load = 0.9;
  config.traffic->receiver_stall = 0.3;
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

}  // namespace

TEST_CASE("the RTL with all mutants in it and none chosen passes", "[testbenches][mutants]") {
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

TEST_CASE("every mutant of the RTL is caught", "[testbenches][mutants]") {
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
