// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "testbenches/process/subprocess.h"

namespace xb {

/// A temporary folder, gone at the end.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "xbarlab-bench.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw RunError("no temporary folder");
    path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

  /// Runs a program there; throws RunError if it fails.
  void run(const std::vector<std::string>& command) const {
    const int status = run_program(command, path_, path_ / "log");
    if (status != 0) throw RunError("{} ended with {}", command.front(), status);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace xb
