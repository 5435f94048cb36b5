// SPDX-License-Identifier: Apache-2.0
#include "testbenches/terminal/progress_line.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/process/child_process.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// What `work` writes on standard error, which is a terminal or a pipe; without the terminal's carriage
/// returns of line ends.
std::string shown(bool on_terminal, const std::function<void()>& work) {
  int ends[2];
  if (on_terminal) {
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE(grantpt(ends[0]) == 0);
    REQUIRE(unlockpt(ends[0]) == 0);
    ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY);
  } else {
    REQUIRE(pipe(ends) == 0);
  }
  REQUIRE(ends[1] >= 0);
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], 2);
    work();
    std::fflush(nullptr);
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  CHECK(status == 0);
  for (std::size_t at; (at = text.find("\r\n")) != std::string::npos;) text.erase(at, 1);
  return text;
}

constexpr const char* kErase = "\r\033[K";

}  // namespace

TEST_CASE("on a terminal one line is rewritten, and erased at the end", "[testbenches]") {
  const std::string text = shown(true, [] {
    ProgressLine line({1, 1});
    line.part("point 1 of 2");
    line.part("point 2 of 2");
  });
  CHECK(text.find('\n') == std::string::npos);
  CHECK(text.find(std::string(kErase) + "point 1 of 2") != std::string::npos);
  CHECK(text.find(std::string(kErase) + "[============            ]  50 %  point 2 of 2") !=
        std::string::npos);
  CHECK(text.substr(text.size() - 4) == kErase);
}

TEST_CASE("without a terminal there are plain lines while nothing happens", "[testbenches]") {
  setenv("XBARLAB_TICK", "0", 1);
  // Another process sees the lines come, and only then lets this one end.
  int lines[2];
  REQUIRE(pipe(lines) == 0);
  const std::string text = shown(false, [&] {
    const int whole = dup(2);
    dup2(lines[1], 2);
    std::string seen;
    {
      ProgressLine line({1});
      line.part("running");
      for (char c; read(lines[0], &c, 1) == 1 &&
                   (seen += c, c != '\n' || seen.find("running") == std::string::npos);) {
      }
    }
    if (write(whole, seen.data(), seen.size()) < 0) _exit(1);
  });
  CHECK(text.find("running, ") != std::string::npos);
  CHECK(text.find(" s so far\n") != std::string::npos);
  CHECK(text.find('\r') == std::string::npos);
}

TEST_CASE("a model that is built is part of the progress line, in a child process too", "[testbenches]") {
  setenv("XBARLAB_TICK", "1e6", 1);  // no line is due
  const ScratchFolder folder;
  RunConfig config;
  config.ports = 2;
  ModelSpec spec = ModelSpec::of(resolve(config), false);
  spec.rtl_dir = folder.path();
  std::ofstream(folder.path() / "xb_pkg.sv") << "no SystemVerilog\n";  // fails soon
  const auto build = [&] {
    try {
      model_library(spec);
    } catch (const InputError&) {
    }
    return std::string("done");
  };
  const bool in_child = GENERATE(false, true);
  const auto work = [&] {
    ProgressLine line({1});
    line.part("point 1 of 1");
    if (in_child)
      in_child_process(build);
    else
      build();
  };
  const std::string building = "building the model of xb_switch_input with 2 ports";
  const std::string line = shown(true, work);
  const std::size_t begin = line.find(std::string(kErase) + "point 1 of 1: ");
  REQUIRE(begin != std::string::npos);
  const std::string shown_first = line.substr(0, line.find('\r', begin + 1));
  CHECK(shown_first.find(" of " + building) != std::string::npos);
  CHECK((shown_first.find(building + " (once)") != std::string::npos) == !in_child);  // which comes second
  CHECK(line.find('\n') == std::string::npos);
  CHECK(shown(false, work) == building + " ...\n");
  CHECK(shown(false, build) == building + " ...\n");
}
