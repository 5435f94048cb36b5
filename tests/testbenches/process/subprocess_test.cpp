// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/subprocess.h"

#include <signal.h>
#include <unistd.h>

#include <new>

#include "host/base/errors.h"
#include "testbenches/process/child_process.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a program's status is known although SIGCHLD was ignored", "[testbenches]") {
  alarm(3600);  // ends a test that waits for ever
  signal(SIGCHLD, SIG_IGN);
  CHECK(run_program({"true"}, "/", "/dev/null") == 0);
  signal(SIGCHLD, SIG_IGN);
  CHECK(run_program({"false"}, "/", "/dev/null") == 1);
  CHECK(run_program({"no-such-program"}, "/", "/dev/null") == 127);
  CHECK(run_program({"sh", "-c", "kill -TERM $$"}, "/", "/dev/null") == 128 + SIGTERM);
}

TEST_CASE("a program whose time is over is killed with all that it has started", "[testbenches]") {
  alarm(3600);
  CHECK(run_program({"sh", "-c", "sleep 3000 & sleep 3000"}, "/", "/dev/null", 0.1) == kTimeIsOver);
  CHECK(run_program({"sh", "-c", "exit 3"}, "/", "/dev/null", 3000) == 3);
  CHECK(run_program({"no-such-program"}, "/", "/dev/null", 3000) == 127);
}

TEST_CASE("a child that fails or dies is an error here", "[testbenches]") {
  CHECK(in_child_process([] { return std::string("done"); }) == "done");
  CHECK_THROWS_AS(in_child_process([]() -> std::string { throw InputError("bad"); }), InputError);
  CHECK_THROWS_AS(in_child_process([]() -> std::string { throw RunError("wrong"); }), RunError);
  CHECK_THROWS_AS(in_child_process([]() -> std::string { throw std::bad_alloc(); }), std::bad_alloc);
  CHECK_THROWS_AS(in_child_process([]() -> std::string { _exit(3); }), RunError);
}

TEST_CASE("a child that is killed may have wanted for memory", "[testbenches]") {
  std::string said;
  try {
    in_child_process([]() -> std::string { return raise(SIGKILL), ""; });
  } catch (const RunError& error) {
    said = error.what();
  }
  CHECK(said == "a child process was killed; the system does that when memory runs out");
}
