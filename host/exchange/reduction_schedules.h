// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/exchange/schedule_registry.h"

namespace xb {

/// The schedules of AI fabrics: those that add blocks on their way, incast, two jobs. A part of schedules().
std::vector<ScheduleEntry> reduction_schedules();

}  // namespace xb
