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

}  // namespace xb
