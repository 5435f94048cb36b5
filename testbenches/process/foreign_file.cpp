// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/foreign_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "host/base/descriptor.h"
#include "host/base/errors.h"

namespace xb {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& name, const std::string& why) {
  throw InputError("{} {}", name.string(), why);
}

[[noreturn]] void refuse_unopened(const std::filesystem::path& name) {
  if (errno == ENOENT || errno == ENOTDIR) throw InputError("there is no {}", name.string());
  refuse(name, "cannot be read");
}

/// A part of the way, or the file. Its type is looked at before it is opened, as devices act when they are,
/// and again of what was opened.
int open_part(int folder, const std::string& part, bool is_last, const std::filesystem::path& name) {
  struct stat status = {};
  if (fstatat(folder, part.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) refuse_unopened(name);
  if (S_ISLNK(status.st_mode)) refuse(name, "is a link; allowed: files and folders");
  if (is_last && !S_ISREG(status.st_mode)) refuse(name, "is no file");
  const int fd = openat(folder, part.c_str(),
                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (is_last ? 0 : O_DIRECTORY));
  if (fd < 0) refuse_unopened(name);
  return fd;
}

}  // namespace

std::string read_foreign_file(const std::filesystem::path& folder, const std::filesystem::path& name,
                              std::size_t most) {
  int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) refuse_unopened(name);
  for (auto part = name.begin(); part != name.end(); ++part) {
    const Descriptor inside(fd);
    fd = open_part(inside.number(), part->string(), std::next(part) == name.end(), name);
  }
  const Descriptor file(fd);
  struct stat status = {};
  if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) refuse(name, "is no file");
  const auto too_large = [&] {
    refuse(name, most >= 1U << 20U ? fmt::format("is larger than {} MB", most >> 20U)
                                   : fmt::format("is larger than {} bytes", most));
  };
  if (static_cast<std::size_t>(status.st_size) > most) too_large();
  std::string text;
  char buffer[1 << 16U];
  for (ssize_t n = 0; (n = TEMP_FAILURE_RETRY(read(file.number(), buffer, sizeof buffer))) != 0;) {
    if (n < 0) refuse(name, "cannot be read");
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > most) too_large();
  }
  return text;
}

}  // namespace xb
