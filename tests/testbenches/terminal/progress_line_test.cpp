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
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
using xb::ProgressText;

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

TEST_CASE("time left follows from the share of what all parts cost", "[testbenches]") {
  ProgressText text({1, 3}, false, 100);
  text.part("point 1 of 2", 100);
  CHECK(text.words(103) == "point 1 of 2, 3 s so far");
  CHECK(text.bar(103) == "point 1 of 2, 3 s");
  text.share(0.4);  // a tenth of all
  CHECK(text.words(104) == "point 1 of 2: 10 %, 4 s so far, about 36 s left");
  CHECK(text.bar(104) == "[==                      ]  10 %  point 1 of 2, about 36 s left");
  text.part("point 2 of 2", 110);
  CHECK(text.words(110) == "point 2 of 2: 25 %, 10 s so far, about 30 s left");
  text.share(1);
  CHECK(text.words(140) == "point 2 of 2: 100 %, 40 s so far, about 0 s left");
}

TEST_CASE("while a network drains it says what is left, and guesses no time", "[testbenches]") {
  ProgressText text({1, 1}, false, 0);
  text.part("point 1 of 2", 0);
  text.share(1);
  text.draining("1234 packets");
  CHECK(text.words(20) == "point 1 of 2: draining, 1234 packets left, 20 s so far");
  CHECK(text.bar(20) == "point 1 of 2: draining, 1234 packets left, 20 s");
  text.part("point 2 of 2", 20);
  CHECK(text.words(30) == "point 2 of 2: 50 %, 30 s so far, about 30 s left");
}

TEST_CASE("time left is not guessed from the first moments", "[testbenches]") {
  ProgressText text({1}, false, 0);
  text.part("running", 0);
  text.share(0.5);
  CHECK(text.words(1) == "running: 50 %, 1 s so far");
  text.share(0.001);
  CHECK(text.words(10) == "running: 0 %, 10 s so far");
  text.share(0.02);
  CHECK(text.words(10) == "running: 2 %, 10 s so far, about 9 min left");
  CHECK(text.words(1000) == "running: 2 %, 17 min so far, about 14 h left");
}

TEST_CASE("what holds a run up does not count as its speed, and says how long it takes", "[testbenches]") {
  ProgressText text({1, 1}, false, 0);
  text.part("point 1 of 2", 0);
  text.part("point 2 of 2", 10);
  text.note("building the model", 10);
  CHECK(text.words(25) == "point 2 of 2: building the model, 15 s so far, about 10 s left");
  CHECK(text.bar(25) == "point 2 of 2, about 10 s left: 15 s of building the model");
  text.note("", 40);
  CHECK(text.words(40) == "point 2 of 2: 50 %, 40 s so far, about 10 s left");
}

TEST_CASE("what holds a part up counts where it is the work", "[testbenches]") {
  ProgressText text({1, 1}, true, 0);
  text.part("model 1 of 2", 0);
  text.note("building it", 0);
  text.note("", 10);
  text.part("model 2 of 2", 10);
  text.note("building it", 10);
  CHECK(text.words(12) == "model 2 of 2: building it, 2 s so far, about 12 s left");
}
