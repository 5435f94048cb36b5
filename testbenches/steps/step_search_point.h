// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/setup.h"
#include "host/run/run_result.h"

namespace xb {

/// What key `step-search` asks for, instead of a run: the result has `step_search` only. Steps that were
/// found are checked; RunError where they are no schedule.
RunResult step_search_point(const Setup& setup);

/// A point of a study: what is asked for of it.
RunResult run_or_search(const Setup& setup);

}  // namespace xb
