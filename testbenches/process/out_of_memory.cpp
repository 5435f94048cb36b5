// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/out_of_memory.h"

#include <fmt/format.h>
#include <sys/resource.h>

namespace xb {

std::string out_of_memory(const std::string& what) {
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return fmt::format(
      "out of memory{}: {}; allowed: fewer ports, less depth or width, a shorter schedule, or more memory",
      limited ? fmt::format(" (ulimit -v is {} KiB)", limit.rlim_cur / 1024) : "", what);
}

}  // namespace xb
