// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"
#include "host/schedule/schedule_plan.h"

namespace xb {

// Symbolic checks of a schedule against its plan. They follow the programs that hosts execute: which send
// meets which receive, what an operation requires. Each function says what is wrong; empty: nothing. Without
// operations that take turns, and without receives that leave source or tag open.

/// All-to-all broadcast. The programs end; a message has the blocks that the plan has at both ends, and their
/// length; a send requires the receipt of what it forwards; everybody gets every other block exactly once.
std::string broadcast_plan_fault(const Schedule& schedule, const SchedulePlan& plan,
                                 const ExchangeShape& shape);

/// Complete exchange. Likewise; blocks travel, possibly by other ranks: a rank sends a block at most once,
/// gets it at most once, and every one arrives where it is to go.
std::string exchange_plan_fault(const Schedule& schedule, const SchedulePlan& plan,
                                const ExchangeShape& shape);

/// In a step a rank sends at most one message and receives at most one; both ends of a message are in the
/// same step; a rank's sends require each other in the order of their steps, and so do its receives.
std::string step_plan_fault(const Schedule& schedule, const SchedulePlan& plan);

/// In a step at most one message goes from one switch to another one, and only from a switch to the next of
/// the ring.
std::string ring_link_fault(const Schedule& schedule, const SchedulePlan& plan, const ExchangeShape& shape);

/// The links that messages from one rank to another one use, numbered from 0: a directed cable is one.
using LinksBetween = std::function<std::vector<unsigned>(unsigned source, unsigned destination)>;

/// The most messages on one link in one step, and the first of such steps.
struct LinkLoad {
  unsigned messages = 0;
  unsigned link = 0;
  std::uint32_t step = 0;
};
LinkLoad greatest_link_load(const Schedule& schedule, const SchedulePlan& plan, const LinksBetween& links);

/// Steps of the plan: the last one's number + 1.
std::uint32_t planned_steps(const SchedulePlan& plan);

/// Messages between ranks on different switches.
std::uint64_t messages_between_switches(const Schedule& schedule, const ExchangeShape& shape);

}  // namespace xb
