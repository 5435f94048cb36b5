// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/benchmark/trial.h"

namespace xb {

/// Runs a trial on the engine that its configuration names, with all the checks of a run: every beat from
/// port to port, and at the end that nothing is left or missing. Throws RunError if the switch did something
/// wrong, InputError for a configuration that is not allowed.
TrialResult run_trial(const Trial& trial);

}  // namespace xb
