// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "testbenches/process/interrupt.h"

namespace xb {

/// An empty folder among the system's temporary ones, which goes with the object, or when the program is
/// interrupted (interrupt.h), and all that is in it.
class ScratchArea {
 public:
  /// Throws RunError if there can be none.
  ScratchArea();
  ~ScratchArea();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<OnInterrupt> undo_;
};

}  // namespace xb
