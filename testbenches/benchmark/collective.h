// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/benchmark/trial.h"

namespace xb {

struct Setup;

/// Runs the schedule of a trial's configuration to its end, with all the checks of a run.
TrialResult run_collective(const Setup& setup);

/// Beat times in which the busiest rank's port can move what it has to send, or to receive: the least that
/// the schedule takes, whatever is between the ports.
std::uint64_t roofline_beats(const Setup& setup);

}  // namespace xb
