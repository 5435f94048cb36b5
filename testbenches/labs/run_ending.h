// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/labs/sandbox.h"
#include "testbenches/process/captured.h"

namespace xb {

/// Why a run of a student's code did not end well, in a line for the student: the first cycle that differs
/// from the twin in words, an error of the compiler with its place, or the limit that it met.
std::string run_ending(const Captured& captured, const SandboxLimits& limits);

/// Whether it was stopped because it took too long.
bool met_time_limit(const Captured& captured);

/// `lock-step difference in cycle 5: xb_switch_input.m_axis_tvalid_o[3]: rtl 0, systemc 1`, as a run says it,
/// in words: "cycle 5: output 3 shows nothing, where the twin's shows a beat". Other lines as they are.
std::string difference_in_words(const std::string& line);

}  // namespace xb
