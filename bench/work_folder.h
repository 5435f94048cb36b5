// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "testbenches/process/scratch_area.h"
#include "testbenches/process/subprocess.h"

namespace xb {

/// A temporary folder, gone at the end.
class WorkFolder {
 public:
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return area_.path() / name; }

  /// Runs a program there; throws RunError if it fails.
  void run(const std::vector<std::string>& command) const {
    const int status = run_program(command, area_.path(), *this / "log");
    if (status != 0) throw RunError("{} ended with {}", command.front(), status);
  }

 private:
  ScratchArea area_;
};

}  // namespace xb
