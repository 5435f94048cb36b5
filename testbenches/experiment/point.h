// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/run/run_result.h"

namespace xb {

/// A point and what it measured.
struct Point {
  RunConfig config;
  RunResult result;
};

}  // namespace xb
