// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "host/base/descriptor.h"

namespace xb {

/// Exclusive lock on a file, held until destruction or the process's end. The file says who holds it, so that
/// who waits can say for whom.
class FileLock {
 public:
  /// Waits until no other process holds it; the progress line says so: "waiting for WHAT, which process 12
  /// builds", or does what `verb` says. Throws RunError.
  FileLock(const std::filesystem::path& path, const std::string& what, const char* verb = "builds");

 private:
  /// False: it cannot be locked.
  bool wait(const std::string& what, const char* verb);

  Descriptor file_;
};

}  // namespace xb
