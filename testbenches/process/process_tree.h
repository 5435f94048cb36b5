// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace xb {

/// Threads of all processes that descend from this one, as /proc has them now.
std::size_t threads_below(pid_t process);

}  // namespace xb
