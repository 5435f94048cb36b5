// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace xb {

/// Exclusive among those who lock the same folder, until destruction or the process's end. Leaves no file in
/// it.
class FolderLock {
 public:
  /// Waits until no other process holds it. Throws RunError if the folder cannot be locked.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

}  // namespace xb
