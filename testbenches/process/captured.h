// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace xb {

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
