// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "host/exchange/schedule_registry.h"

namespace xb {

/// A shape of `ranks` ranks that a registered schedule can be built for. Where it may have several switches:
/// as many as `ring` or as the schedule takes, in the order of `ring`. One that wants equal switches gets
/// more ranks where it has to, one that wants two switches at least as many.
inline ExchangeShape shape_for(const ScheduleEntry& entry, unsigned ranks,
                               std::vector<unsigned> ring = {0, 1}) {
  ExchangeShape shape{ranks, 3, 4, 10};
  if (!entry.has_plan() && entry.least_switches == 1) return shape;
  if (entry.most_switches > 0) ring.resize(entry.most_switches);
  if (ring.size() == 2) ring = {0, 1};
  const auto switches = static_cast<unsigned>(ring.size());
  if (shape.ranks < switches) shape.ranks = switches;
  if (entry.equal_switches) shape.ranks += (switches - shape.ranks % switches) % switches;
  for (unsigned rank = 0; rank < shape.ranks; ++rank)
    shape.switch_of_rank.push_back(rank * switches / shape.ranks);
  shape.switch_ring = std::move(ring);
  return shape;
}

}  // namespace xb
