// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/fission_counts.h"

#include "host/base/cpu_clock.h"

namespace xb {
namespace {

constexpr std::uint64_t kBetweenLooks = 100000;  // at the clock: categories

/// Whether all were found in time.
bool walk_all(SimultaneityWalk& walk, double end) {
  walk.begin();
  while (true) {
    const auto step = walk.next(kBetweenLooks);
    if (step == SimultaneityWalk::Step::End) return true;
    if (step == SimultaneityWalk::Step::Paused && cpu_now() >= end) return false;
  }
}

}  // namespace

std::optional<std::vector<FissionCost>> fission_costs(const TransferSet& transfers, double cpu_seconds) {
  std::vector<FissionCost> costs{{"all", {false, false, false, false}, {}, 0},
                                 {"not blank", {true, false, false, false}, {}, 0},
                                 {"not idle", {false, true, false, false}, {}, 0},
                                 {"neither", {true, true, false, false}, {}, 0},
                                 {"skeleton first", {true, true, true, false}, {}, 0},
                                 {"scarcest first", {true, true, true, true}, {}, 0}};
  const double end = cpu_now() + cpu_seconds;
  const CongestionGraph graph(transfers);
  for (FissionCost& cost : costs) {
    SimultaneityWalk walk(transfers, graph, {true, true}, cost.rules);
    const double start = cpu_now();
    if (!walk_all(walk, end)) return {};
    cost.counts = walk.counts();
    cost.cpu_seconds = cpu_now() - start;
  }
  return costs;
}

}  // namespace xb
