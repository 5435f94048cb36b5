// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/liquid/step_table.h"

namespace xb {

/// Gives a step to each item of an empty table: the first that has room: classes in the order of the
/// loads of their links, the busiest link's before others. Leaves those for which no step has room.
/// `start`: by class, 0 to below 1: where in the steps to look first, then around; empty: from step 0 on.
void greedy_steps(StepTable& table, const std::vector<double>& start = {});

}  // namespace xb
