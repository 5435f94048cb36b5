// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/text_in_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/base/errors.h"

namespace xb {

TextInMemory::TextInMemory(const std::string& text) : descriptor_(memfd_create("line trace", MFD_CLOEXEC)) {
  std::size_t written = 0;
  while (descriptor_ >= 0 && written < text.size()) {
    const ssize_t more = write(descriptor_, text.data() + written, text.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    written += static_cast<std::size_t>(more);
  }
  if (descriptor_ >= 0 && written == text.size()) return;
  const std::string why = std::strerror(errno);
  if (descriptor_ >= 0) close(descriptor_);
  throw RunError("a line trace cannot be kept in memory: " + why);
}

TextInMemory::~TextInMemory() { close(descriptor_); }

std::string TextInMemory::path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

}  // namespace xb
