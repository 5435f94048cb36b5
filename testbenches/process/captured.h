// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// What a program has said, and how it ended.
struct Captured {
  int status = 127;         ///< exit status; 127: it could not be started; 128 and the signal that ended it
  std::string out, errors;  ///< standard output and standard error
};

/// Runs a program (found on PATH), without input, for `seconds` at most: it is killed then. No shell:
/// arguments may hold anything. Signals of the terminal do not reach it; one to this process does not end the
/// wait.
Captured capture(const std::vector<std::string>& command, double seconds);

/// Where PATH has a program; empty: nowhere.
std::string program_on_path(const std::string& name);

}  // namespace xb
