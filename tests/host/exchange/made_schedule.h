// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/exchange/schedule_registry.h"
#include "host/schedule/turns.h"

namespace xb {

/// A registered schedule for `shape`. No operations take turns: each turn is one of its own.
inline Schedule make_schedule(const std::string& name, const ExchangeShape& shape) {
  const ScheduleEntry& entry = *find_schedule(name);
  check_switches(entry, shape);
  return without_turns(entry.build(shape));
}

}  // namespace xb
