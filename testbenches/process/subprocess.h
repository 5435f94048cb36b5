// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace xb {

/// Runs a program (found on PATH) in `directory`, its output going to `log`; returns its exit status, 127 if
/// it could not be started. No shell: arguments may hold anything. An interrupt (interrupt.h) ends it with
/// all that it has started.
int run_program(const std::vector<std::string>& command, const std::filesystem::path& directory,
                const std::filesystem::path& log);

/// What a Graphviz program (`dot`, `neato`) makes of a graph in a format (`svg`, `plain`). `flag`: of the
/// command line that wants it, for messages. Throws InputError where Graphviz is not installed, RunError if
/// it fails.
std::string graphviz(const std::string& program, const std::string& format, const std::string& graph,
                     const std::string& flag);

/// What a program has said, and how it ended.
struct Captured {
  int status = 127;         ///< exit status; 127: it could not be started; 128 and the signal that ended it
  std::string out, errors;  ///< standard output and standard error
  std::string stopped;      ///< what a CaptureWatch found; empty: nothing
};

/// Asked ten times a second, and once when all has ended: why the program may not go on; empty: it may.
using CaptureWatch = std::function<std::string(pid_t child)>;

/// Runs a program (found on PATH), without input, for `seconds` at most, and as long as `watch` finds
/// nothing: it is killed then. No shell: arguments may hold anything. Signals of the terminal do not reach
/// it; one to this process does not end the wait.
Captured capture(const std::vector<std::string>& command, double seconds, const CaptureWatch& watch = {});

/// Where PATH has a program; empty: nowhere.
std::string program_on_path(const std::string& name);

}  // namespace xb
