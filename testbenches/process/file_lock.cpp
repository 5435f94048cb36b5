// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "host/base/errors.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {
namespace {

/// Who holds the lock of the file, as far as it says so: who was killed may have left it to a child.
std::string holder(int fd) {
  char text[16] = {};
  const bool read = pread(fd, text, sizeof text - 1, 0) > 0;
  const auto pid = static_cast<pid_t>(read ? std::atoi(text) : 0);
  if (pid <= 0 || (kill(pid, 0) != 0 && errno == ESRCH)) return "another process";
  return fmt::format("process {}", pid);
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path, const std::string& what, const char* verb)
    : fd_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
  if (fd_ >= 0) wait(what, verb);
  if (fd_ < 0) throw RunError("{}: cannot be locked", path.string());
  const std::string pid = fmt::format("{}\n", getpid());
  // A file that says nothing locks as well.
  if (ftruncate(fd_, 0) != 0 || pwrite(fd_, pid.data(), pid.size(), 0) < 0) return;
}

FileLock::~FileLock() { close(fd_); }

/// Asks again and again: another one who waits may get it first, and is to be named then.
void FileLock::wait(const std::string& what, const char* verb) {
  constexpr useconds_t kPause = 50000;
  std::optional<ProgressNote> note;
  std::string said;
  while (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      close(fd_);
      fd_ = -1;
      return;
    }
    const std::string text = fmt::format("waiting for {}, which {} {}", what, holder(fd_), verb);
    if (text != said) note.emplace(said = text);
    usleep(kPause);
  }
}

}  // namespace xb
