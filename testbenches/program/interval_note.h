// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "host/run/run_result.h"

namespace xb {

/// Whether a run with key `ci` went on to its last cycle, and its intervals are still not that tight.
bool misses_ci(const RunConfig& config, const RunResult& result);

/// A line about points that do; empty if none does.
std::string ci_note(std::size_t missing, std::size_t points);

}  // namespace xb
