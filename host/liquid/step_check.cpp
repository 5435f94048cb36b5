// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_check.h"

#include <fmt/format.h>

#include <vector>

namespace xb {

std::string step_fault(const TransferSet& transfers, const StepSchedule& schedule) {
  if (schedule.step_of.size() != transfers.size()) {
    return fmt::format("{} transfers have a step; there are {}", schedule.step_of.size(), transfers.size());
  }
  std::vector<std::vector<unsigned>> of_step(schedule.steps);
  for (unsigned t = 0; t < transfers.size(); ++t) {
    const unsigned step = schedule.step_of[t];
    if (step >= schedule.steps) {
      return fmt::format("transfer {} -> {} is in step {}; there are {}", transfers[t].source,
                         transfers[t].destination, step, schedule.steps);
    }
    of_step[step].push_back(t);
  }
  std::vector<unsigned> carried(transfers.links(), 0);
  for (unsigned step = 0; step < schedule.steps; ++step) {
    if (of_step[step].empty()) return fmt::format("step {} is empty", step);
    for (const unsigned t : of_step[step]) {
      for (const unsigned link : transfers.path(t)) {
        if (++carried[link] <= transfers.capacity(link)) continue;
        return fmt::format("step {}: link {} carries {} transfers, {} -> {} among them; at most {}", step,
                           transfers.link_name(link), carried[link], transfers[t].source,
                           transfers[t].destination, transfers.capacity(link));
      }
    }
    for (const unsigned t : of_step[step]) {
      for (const unsigned link : transfers.path(t)) carried[link] = 0;
    }
  }
  return {};
}

}  // namespace xb
