// SPDX-License-Identifier: Apache-2.0
#include "host/base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/base/errors.h"

namespace xb {
namespace {

/// A file descriptor, closed at the end.
struct Descriptor {
  int number;
  explicit Descriptor(const std::string& path)
      : number(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

}  // namespace

std::string read_text_file(const std::string& path, const char* key, const char* allowed) {
  const auto refuse = [&](const char* why) -> InputError {
    return InputError("{}: '{}' is not allowed ({}); allowed: {}", key, path, why, allowed);
  };
  const Descriptor file(path);
  struct stat status = {};
  if (file.number < 0 || fstat(file.number, &status) != 0) throw refuse(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) throw refuse("a folder");
  if (!S_ISREG(status.st_mode)) throw refuse("not a regular file");
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t n = read(file.number, text.data() + got, text.size() - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw refuse(std::strerror(errno));
    if (n == 0) throw refuse("it became shorter while it was read");
    got += static_cast<std::size_t>(n);
  }
  return text;
}

std::string text_while_there(const std::string& path) {
  const Descriptor file(path);
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t got = file.number < 0 ? 0 : read(file.number, buffer, sizeof buffer);
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace xb
