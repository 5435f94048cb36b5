// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

// All-to-all broadcast on several switches whose links carry at most one message a step and direction.
// Jacunski, Sadayappan and Panda (1999), sections 4.3 and 5.2, with the corrections of docs/schedules.md.
// A step: every rank sends at most one block and receives at most one.

/// LS2: two switches. While the ranks of a switch broadcast their blocks among themselves, they take turns to
/// send to the other switch; what came from there is broadcast next. The shape has two switches.
Schedule two_switch_link_scheduling(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Steps of LS2.
unsigned two_switch_steps(const ExchangeShape& shape);

/// LS: any number of switches in a logical ring. Blocks that came from the switch before go on to the next.
Schedule link_scheduling(const ExchangeShape& shape, SchedulePlan* plan = nullptr);

/// Steps of LS.
unsigned link_scheduling_steps(const ExchangeShape& shape);

}  // namespace xb
