// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace xb {

/// Exclusive lock on a file, held until destruction or the process's end. The file says who holds it, so that
/// who waits can say for whom.
class FileLock {
 public:
  /// Waits until no other process holds it; the progress line says so: "waiting for WHAT, which process 12
  /// builds", or does what `verb` says. Throws RunError.
  FileLock(const std::filesystem::path& path, const std::string& what, const char* verb = "builds");
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  void wait(const std::string& what, const char* verb);

  int fd_;
};

}  // namespace xb
