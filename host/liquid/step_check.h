// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/liquid/transfer_set.h"

namespace xb {

/// Whether a schedule is one: every transfer is in one of its steps, no step is empty, and in no step a link
/// carries more than its capacity. Shares no code with what makes schedules. Empty, or what is wrong, in a
/// line with the step and the link.
std::string step_fault(const TransferSet& transfers, const StepSchedule& schedule);

}  // namespace xb
