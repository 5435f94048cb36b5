// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "host/run/run_result.h"

namespace xb {

/// A point and what it measured.
struct Point {
  RunConfig config;
  RunResult result;
  std::size_t number = 0;  ///< in tables; 0: its position in the list
};

}  // namespace xb
