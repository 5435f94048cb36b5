// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/liquid/step_table.h"

namespace xb {

/// Gives a step to each item of an empty table: the first that has room: classes in the order of the
/// loads of their links, the busiest link's before others. Leaves those for which no step has room.
/// `start`: by class, the step to look at first, then around; empty: step 0.
void greedy_steps(StepTable& table, const std::vector<std::uint32_t>& start = {});

}  // namespace xb
