// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/setup.h"
#include "testbenches/program/commands.h"

namespace xb {

/// `xbarlab schedule liquid` and others in steps: the steps as text, as JSON, and as GOAL, as asked for.
void steps_command(const ScheduleCommand& command, const RunConfig& config);

}  // namespace xb
