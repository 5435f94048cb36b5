// SPDX-License-Identifier: Apache-2.0
// The checks of the memory switch can fail: with each mutant (tests/rtl/mutants/shared) one thing of the RTL
// is broken; lock-step must see it, and so must the bound assertion that it names, if any.
#include "host/point/traffic_config.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/mutated_rtl.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A small memory under overload, with packets of several words and receivers that stall.
RunConfig stressful(const std::string& forwarding, const std::string& flow, std::uint64_t seed) {
  RunConfig config;
  config.switch_name = "shared";
  config.engine = Engine::Lockstep;  // with checkers
  config.forwarding = *find_choice<ForwardingMode>(forwarding);
  config.flow = *find_choice<FlowControl>(flow);
  config.ports = 4;
  config.depth = 64;
  config.packet_max = 30;
  config.traffic->load = 0.95;
  config.traffic->receiver_stall = 0.3;
  config.cycles = 20000;
  config.warmup = 0;
  config.seed = seed;
  return config;
}

/// Under back-pressure and tail drop, both ways of forwarding.
std::string verdicts(const fs::path& rtl_dir, bool lockstep, std::uint64_t seed = 1) {
  return verdict(stressful("cut-through", "back-pressure", seed), rtl_dir, lockstep) + "\n" +
         verdict(stressful("store-and-forward", "drop", seed), rtl_dir, lockstep);
}

}  // namespace

TEST_CASE("the memory switch with all mutants in it and none chosen passes", "[testbenches][mutants]") {
  MutatedRtl rtl;
  choose_mutant("");
  CHECK(verdicts(rtl.of("shared"), true) == "\n");
}

TEST_CASE("every mutant of the memory switch is caught", "[testbenches][mutants]") {
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
