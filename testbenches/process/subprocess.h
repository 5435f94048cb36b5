// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/process/interrupt.h"

namespace xb {

/// A program that runs. An interrupt ends it, with all that it has started, while `undo` lives.
struct StartedProgram {
  pid_t pid = -1;  ///< -1: it could not be started
  std::unique_ptr<OnInterrupt> undo = nullptr;
};

/// Starts a program (found on PATH), without input, in a process group of its own. No shell: arguments may
/// hold anything. In the child `prepare` comes first; where it is false, the exit status is 127.
StartedProgram start_program(const std::vector<std::string>& command, int death_signal,
                             const std::function<bool()>& prepare);
// For a child: signals act as usual; all that it prints goes to a file.
void reset_signals();
bool print_into(const std::filesystem::path& log);

/// Runs a program in `directory`, its output going to `log`; returns its exit status, 127 if it could not be
/// started. If it is not over after so many `seconds` it is killed, with all that it has started, and the
/// status is kTimeIsOver.
constexpr int kTimeIsOver = 124;  // as timeout(1) has it
int run_program(const std::vector<std::string>& command, const std::filesystem::path& directory,
                const std::filesystem::path& log, std::optional<double> seconds = {});

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

/// Runs a program for `seconds` at most, and as long as `watch` finds nothing: it is killed then. Signals of
/// the terminal do not reach it; one to this process does not end the wait.
Captured capture(const std::vector<std::string>& command, double seconds, const CaptureWatch& watch = {});

/// Where PATH has a program; empty: nowhere.
std::string program_on_path(const std::string& name);

}  // namespace xb
