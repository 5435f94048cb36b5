// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/exchange/schedule_registry.h"

namespace xb {

/// Schedules that know the switches: a part of schedules().
std::vector<ScheduleEntry> network_schedules();

}  // namespace xb
