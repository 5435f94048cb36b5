// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/liquid/step_table.h"

namespace xb {

/// Gives steps to the items that have none, each the first step that has room: classes in the order of the
/// loads of their links, the busiest link's before others. Leaves those for which no step has room.
void greedy_steps(StepTable& table);

}  // namespace xb
