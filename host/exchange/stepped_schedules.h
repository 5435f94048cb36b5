// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/exchange/schedule_registry.h"

namespace xb {

/// The schedules whose steps follow from the links that each transfer uses (Gabrielyan & Hersch 2003):
/// liquid, and what it is compared with.
std::vector<ScheduleEntry> stepped_schedules();

}  // namespace xb
