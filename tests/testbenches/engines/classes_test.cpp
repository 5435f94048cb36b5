// SPDX-License-Identifier: Apache-2.0
// RTL and twin of switches with traffic classes, at the ends of all ranges, under links that know no hosts;
// and that this comparison can fail, by the mutants of tests/rtl/mutants/classes.
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/mutated_rtl.h"
#include "tests/testbenches/engines/switch_key.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

RunConfig with_classes(const std::string& name, unsigned ports, unsigned classes) {
  RunConfig config = ends_config(name, ports);
  config.classes = classes;
  return config;
}

/// Without checkers: lock-step must see what is wrong.
std::string verdict_at_ends(const std::string& name, const fs::path& rtl_dir) {
  RunConfig config = with_classes(name, 3, 2);
  config.engine = Engine::Rtl;
  try {
    compare_at_ends(config, rtl_dir, 200);
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

/// RTL and twin are compared at so many random points.
bool equal_at_ends(const std::string& name, unsigned ports, unsigned classes, unsigned points = 100) {
  const std::string cycles =
      compare_at_ends(with_classes(name, ports, classes), source_dir() / "rtl", points);
  return std::stoull(cycles) > 5000;
}

/// The same of a shared memory with head drop; it is used.
bool drops_equal_at_ends(unsigned ports, unsigned classes, unsigned points) {
  RunConfig config = with_classes("shared", ports, classes);
  config.sharing = Sharing::HeadDrop;
  config.flow = FlowControl::Drop;
  const std::string evicted = in_child_process([&]() -> std::string {
    const auto model =
        make_lockstep(resolve(config), make_verilated_switch(resolve(config), {}, source_dir() / "rtl"),
                      make_systemc_switch(resolve(config)));
    std::uint64_t packets = 0;
    for (unsigned seed = 1; seed <= points; ++seed) {
      config.seed = seed;
      compare_at_ends(*model, config, 1);
      packets += model->evicted_packets();
    }
    return std::to_string(packets);
  });
  return std::stoull(evicted) > 100 * points;
}

/// What the bound assertions say of a switch that is empty most of the time.
std::string verdict_when_empty(const std::string& name, const fs::path& rtl_dir) {
  RunConfig config = config_of("ports 4, depth 64, load 0.01, cycles 4000, warmup 0, packet 1..5, classes 2");
  choose_circuit(config, name);
  config.engine = Engine::Lockstep;
  return verdict(config, rtl_dir, true);
}

/// All mutants of that switch in tests/rtl/mutants/classes, at least so many, are caught; none is no fault.
void check_mutants(const std::string& name, std::size_t least) {
  MutatedRtl rtl;
  std::size_t caught = 0;
  choose_mutant("");
  CHECK(verdict_at_ends(name, rtl.of(name)) == "");
  for (const Mutant& mutant : mutants_in("classes")) {
    if (mutant.switch_name != name) continue;
    CAPTURE(mutant.name);
    choose_mutant(mutant.name);
    CHECK(verdict_at_ends(name, rtl.of(name)).find("lock-step difference") != std::string::npos);
    ++caught;
  }
  CHECK(caught >= least);
}

}  // namespace

TEST_CASE("with traffic classes RTL and twin are equal at the ends of every range",
          "[testbenches][lockstep]") {
  CHECK(equal_at_ends("input", 3, 2, 30));
  CHECK(equal_at_ends("voq", 3, 2, 20));
  CHECK(equal_at_ends("shared_pipe", 3, 2, 10));
}

TEST_CASE("with any number of traffic classes RTL and twin are equal", "[testbenches][long][lockstep]") {
  const unsigned ports = GENERATE(2U, 3U, 5U);
  const unsigned classes = GENERATE(2U, 3U, 8U);
  CHECK(equal_at_ends("input", ports, classes));
}

TEST_CASE("with traffic classes RTL and twin of the memory switches are equal",
          "[testbenches][long][lockstep]") {
  const std::string name = GENERATE("output", "shared");
  const unsigned ports = GENERATE(2U, 3U, 5U);
  const unsigned classes = GENERATE(2U, 3U, 8U);
  CAPTURE(name, ports, classes);
  CHECK(equal_at_ends(name, ports, classes));
}

TEST_CASE("with traffic classes RTL and twin of the pipelined switches are equal",
          "[testbenches][long][lockstep]") {
  const std::string name =
      GENERATE("input_pipe", "voq_pipe", "crosspoint_pipe", "cicq_lqf_pipe", "output_pipe", "shared_pipe");
  const auto size = GENERATE(std::pair(2U, 8U), std::pair(3U, 2U), std::pair(4U, 3U), std::pair(8U, 2U));
  CAPTURE(name, size.first, size.second);
  CHECK(equal_at_ends(name, size.first, size.second));
}

TEST_CASE("queues that lose packets lose the same in RTL and twin", "[testbenches][long][lockstep]") {
  const auto size = GENERATE(std::pair(2U, 1U), std::pair(2U, 8U), std::pair(3U, 2U), std::pair(8U, 2U),
                             std::pair(16U, 1U));
  CAPTURE(size.first, size.second);
  CHECK(drops_equal_at_ends(size.first, size.second, 100));
}

TEST_CASE("queues that lose packets lose the same in RTL and twin: a sample", "[testbenches][lockstep]") {
  CHECK(drops_equal_at_ends(3, 1, 30));
}

// A model with 5 ports and 8 classes is 17 million characters of C++.
TEST_CASE("with traffic classes and queues per output RTL and twin are equal",
          "[testbenches][long][lockstep]") {
  const std::string name = GENERATE("voq", "crosspoint", "cicq_lqf");
  const auto size = GENERATE(std::pair(2U, 8U), std::pair(5U, 3U), std::pair(16U, 2U));
  CAPTURE(name, size.first, size.second);
  CHECK(equal_at_ends(name, size.first, size.second, 60));
}

TEST_CASE("with traffic classes the RAMs of an empty switch rest", "[testbenches][long][mutants]") {
  MutatedRtl rtl;
  const auto [name, mutant] =
      GENERATE(std::pair("input_pipe", "reads/pipe_fifo_of_classes"),
               std::pair("shared_pipe", "reads/pipe_stage_of_classes"),
               std::pair("voq_pipe", "reads/pipe_ring"), std::pair("output", "reads/stage"));
  CAPTURE(name, mutant);
  choose_mutant("");
  CHECK(verdict_when_empty(name, rtl.of(name)).empty());
  choose_mutant(mutant);
  CHECK(verdict_when_empty(name, rtl.of(name)).find("RAM: is read") != std::string::npos);
}

TEST_CASE("every mutant of what serves traffic classes is caught", "[testbenches][long][mutants]") {
  check_mutants("input", 8);
}

TEST_CASE("every mutant of traffic classes in a pipelined switch is caught", "[testbenches][long][mutants]") {
  check_mutants("input_pipe", 10);
  check_mutants("voq_pipe", 9);
  check_mutants("cicq_lqf_pipe", 9);
}

TEST_CASE("every mutant of traffic classes in a memory switch is caught", "[testbenches][long][mutants]") {
  check_mutants("shared", 27);
  check_mutants("shared_pipe", 22);
}

TEST_CASE("every mutant of traffic classes behind queues per output is caught",
          "[testbenches][long][mutants]") {
  check_mutants("voq", 8);
  check_mutants("cicq_lqf", 4);
}
