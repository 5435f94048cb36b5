// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/base/errors.h"

namespace xb {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : fd_(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  int status = fd_ < 0 ? -1 : flock(fd_, LOCK_EX);
  while (status != 0 && fd_ >= 0 && errno == EINTR) status = flock(fd_, LOCK_EX);
  if (status == 0) return;
  const int error = errno;
  if (fd_ >= 0) close(fd_);
  throw RunError("{}: cannot be locked: {}", folder.string(), std::strerror(error));
}

FolderLock::~FolderLock() { close(fd_); }

}  // namespace xb
