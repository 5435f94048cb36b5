// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "testbenches/program/verbs.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

TEST_CASE("the demo's time is that of its runs: without the models that are built first",
          "[testbenches][long]") {
  using Clock = std::chrono::steady_clock;
  const ScratchFolder folder;
  const std::string output = (folder.path() / "output").string();
  std::fflush(stdout);
  const int before = dup(1);
  REQUIRE(std::freopen(output.c_str(), "w", stdout) != nullptr);
  Clock::time_point prepared;
  demo_command([&] {
    prebuild_command();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    prepared = Clock::now();
  });
  const double runs = std::chrono::duration<double>(Clock::now() - prepared).count();
  std::fflush(stdout);
  dup2(before, 1);
  std::stringstream text;
  text << std::ifstream(output).rdbuf();
  const std::size_t at = text.str().find("Done in ");
  REQUIRE(at != std::string::npos);
  CHECK(std::stod(text.str().substr(at + 8)) <= runs + 0.05);  // it is rounded
}
