// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/shared_lines.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "host/base/errors.h"

namespace xb {

SharedLines::SharedLines() : file_(memfd_create("xbarlab-lines", MFD_CLOEXEC)) {
  if (file_ < 0 || fcntl(file_, F_SETFL, O_APPEND) != 0)
    throw RunError("no memory for the results of workers");
}

SharedLines::~SharedLines() { close(file_); }

void SharedLines::add(const std::string& line) const {
  // A write that appends is one step: lines of several processes do not mix.
  const std::string whole = "\n" + line + "\n";
  ssize_t written = 0;
  do written = write(file_, whole.data(), whole.size());
  while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(whole.size())) throw RunError("no memory for the results of workers");
}

std::vector<std::string> SharedLines::read_more() const {
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t n = pread(file_, buffer, sizeof buffer, at_ + static_cast<off_t>(text.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
  }
  // Each line has a newline before it and after it: one without is not whole.
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    if (end > begin) lines.push_back(text.substr(begin, end - begin));
  }
  at_ += static_cast<long>(begin);
  return lines;
}

}  // namespace xb
