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
    : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
  if (file_.number() < 0 || !wait(what, verb)) throw RunError("{}: cannot be locked", path.string());
  const std::string pid = fmt::format("{}\n", getpid());
  // A file that says nothing locks as well.
  if (ftruncate(file_.number(), 0) != 0 || pwrite(file_.number(), pid.data(), pid.size(), 0) < 0) return;
}

/// Asks again and again: another one who waits may get it first, and is to be named then.
bool FileLock::wait(const std::string& what, const char* verb) {
  constexpr useconds_t kPause = 50000;
  std::optional<ProgressNote> note;
  std::string said;
  while (flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    const std::string text = fmt::format("waiting for {}, which {} {}", what, holder(file_.number()), verb);
    if (text != said) note.emplace(said = text);
    usleep(kPause);
  }
  return true;
}

}  // namespace xb
