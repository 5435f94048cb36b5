// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "testbenches/benchmark/trial_book.h"
#include "testbenches/benchmark/trial_run.h"

namespace xb {

struct TrialOptions {
  unsigned jobs = 1;  ///< worker processes
  bool quiet = false;
  std::function<TrialResult(const Trial&)> run = run_trial;
};

/// Asks `ask` again and again, and runs in worker processes what it wants, until it wants nothing more.
/// Throws RunError as run_trial() does. An interrupt ends the process.
void run_rounds(TrialBook& book, const std::function<void()>& ask, const TrialOptions& options);

}  // namespace xb
