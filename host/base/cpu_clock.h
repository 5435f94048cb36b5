// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

namespace xb {

/// CPU time of this process so far [s].
inline double cpu_now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace xb
