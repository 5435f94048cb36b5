// SPDX-License-Identifier: Apache-2.0
#include "host/base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "host/base/descriptor.h"
#include "host/base/errors.h"
#include "host/base/utf8.h"

namespace xb {

static Descriptor opened(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// Why nothing is there; of a link that it leads nowhere.
static std::string why_not_there(const std::string& path, int number) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::read_symlink(path, error);
  return error || number != ENOENT ? std::strerror(number)
                                   : "a link to '" + target.string() + "', which is not there";
}

std::string read_text_file(const std::string& path, const char* key, const char* allowed) {
  const auto refuse = [&](const std::string& why) -> InputError {
    return InputError("{}: '{}' is not allowed ({}); allowed: {}", key, path, why, allowed);
  };
  const Descriptor file = opened(path);
  struct stat status = {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0) throw refuse(why_not_there(path, errno));
  if (S_ISDIR(status.st_mode)) throw refuse("a folder");
  if (!S_ISREG(status.st_mode)) throw refuse("not a regular file");
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t n = TEMP_FAILURE_RETRY(read(file.number(), text.data() + got, text.size() - got));
    if (n < 0) throw refuse(std::strerror(errno));
    if (n == 0) throw refuse("it became shorter while it was read");
    got += static_cast<std::size_t>(n);
  }
  return without_mark(std::move(text));
}

std::string text_while_there(const std::string& path) {
  const Descriptor file = opened(path);
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t got = file.number() < 0 ? 0 : read(file.number(), buffer, sizeof buffer);
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace xb
