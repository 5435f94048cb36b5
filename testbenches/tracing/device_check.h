// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "host/check/port_rules.h"
#include "testbenches/tracing/exercise.h"

namespace xb {

struct Setup;

/// What came of the exercise, or the first violation of all; `cycles` and `beats` are those of a run.
struct DeviceCheck : ExerciseResult {
  std::string hint;   ///< what in the description may be wrong, if that is likely
  unsigned runs = 2;  ///< of a device that is found good
};

/// `3`, or `1 to 3`; nothing where no lone packet came out.
std::optional<std::string> latency_text(std::uint64_t least, std::uint64_t most);

/// Runs a device through exercise.h: twice with other initial values of all that is not reset, and once more
/// after a reset in the middle of traffic, if it has one. Throws InputError if its model cannot be made.
DeviceCheck check_device(const Setup& setup, const PhaseSink& tell = {});

/// And by long packets, a million beats an output, and every subset of inputs: cycles and beats of all
/// together.
DeviceCheck check_device_long(const Setup& setup, const PhaseSink& tell = {});

}  // namespace xb
