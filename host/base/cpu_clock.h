// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

namespace xb {

/// CPU time of this process so far [s], to a microsecond. CLOCK_PROCESS_CPUTIME_ID moves by scheduler ticks
/// (4 ms) while a timer of CPU time runs, as one does that watches a model for an endless loop.
inline double cpu_now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace xb
