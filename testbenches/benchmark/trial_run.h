// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/benchmark/trial.h"

namespace xb {

/// Runs a trial on the engine that its configuration names, with all the checks of a run: every beat from
/// port to port, and at the end that nothing is left or missing. Throws RunError if the switch did something
/// wrong, InputError for a configuration that is not allowed.
TrialResult run_trial(const Trial& trial);

struct Setup;

/// Runs the schedule of a trial's configuration to its end, with all the checks of a run.
TrialResult run_collective(const Setup& setup);

/// Beat times in which the busiest rank's port can move what it has to send, or to receive: the least that
/// the schedule takes, whatever is between the ports.
std::uint64_t roofline_beats(const Setup& setup);

}  // namespace xb
