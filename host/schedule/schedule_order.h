// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// Dependencies only point back, as in most programs: they leave the operations in their order.
bool in_order(const RankProgram& program);

/// An order in which a rank's operations can start, each after all that it requires (Kahn 1962; first come
/// first served, by number at the beginning). Operations on a cycle of dependencies, and what waits for them,
/// are left out.
std::vector<OpId> start_order(const RankProgram& program);

/// The operations of one cycle of dependencies, each of which waits for the next; empty if there is none.
std::vector<OpId> dependency_cycle(const RankProgram& program);

}  // namespace xb
