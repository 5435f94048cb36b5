// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
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

}  // namespace xb
