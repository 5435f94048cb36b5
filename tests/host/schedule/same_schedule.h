// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "host/schedule/schedule.h"

namespace xb {

/// Same operations and dependencies, in the same order.
inline bool same_schedule(const Schedule& a, const Schedule& b) {
  if (a.ranks.size() != b.ranks.size()) return false;
  const auto fields = [](const Op& o) { return std::tie(o.kind, o.cpu, o.nic, o.peer, o.tag, o.size); };
  for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
    const RankProgram& x = a.ranks[rank];
    const RankProgram& y = b.ranks[rank];
    if (x.ops().size() != y.ops().size() || x.dependencies().size() != y.dependencies().size()) return false;
    for (std::size_t n = 0; n < x.ops().size(); ++n) {
      if (fields(x.ops()[n]) != fields(y.ops()[n])) return false;
    }
    for (std::size_t n = 0; n < x.dependencies().size(); ++n) {
      const auto& d = x.dependencies()[n];
      const auto& e = y.dependencies()[n];
      if (std::tie(d.op, d.first, d.on_start) != std::tie(e.op, e.first, e.on_start)) return false;
    }
  }
  return true;
}

}  // namespace xb
