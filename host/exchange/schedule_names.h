// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace xb {

struct ScheduleEntry;

/// The registered schedule of that name (schedule_registry.h), or null.
const ScheduleEntry* find_schedule(std::string_view name);

}  // namespace xb
