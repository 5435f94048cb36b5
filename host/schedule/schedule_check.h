// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/schedule/schedule.h"
#include "host/schedule/schedule_places.h"

namespace xb {

/// Dependencies only point back, as in most programs: they leave the operations in their order.
bool in_order(const RankProgram& program);

/// An order in which a rank's operations can start, each after all that it requires (Kahn 1962; first come
/// first served, by number at the beginning). Operations on a cycle of dependencies, and what waits for them,
/// are left out.
std::vector<OpId> start_order(const RankProgram& program);

/// The operations of one cycle of dependencies, each of which waits for the next; empty if there is none.
std::vector<OpId> dependency_cycle(const RankProgram& program);

/// Checks what can be known of a schedule before it runs; the cost is that of sorting its operations.
///
/// * Ranks are in range, and nobody sends to itself (such a message would never reach a network); every rank
/// has one
///   network card, 0.
/// * No operation waits for itself, be it through `requires` or `irequires`.
/// * Every send has a receive of the same (source, destination, tag), and the other way round; of each pair,
/// taken
///   in the order in which the operations can start, the sizes agree. Where receives leave source or tag
///   open: there are as many receives as sends at a rank, receives that name both find their sends, and every
///   other send fits an open receive.
///
/// What depends on the other ranks' progress, such as two ranks that each wait for the other, is not known
/// before the run. Throws InputError, one line: `PLACE: what is wrong; allowed: ...`.
void check_schedule(const Schedule& schedule, const SchedulePlaces& places = {});

}  // namespace xb
