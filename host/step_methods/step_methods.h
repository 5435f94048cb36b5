// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/liquid/transfer_set.h"

namespace xb {

/// A way to put transfers into steps: the paper's search, and what graphs are coloured by (its annex B).
struct StepMethod {
  std::string name;
  std::string description;
  /// A schedule, or 0 steps where none was found in so much CPU time of the process [s]. Those that search
  /// look for as few steps as the duration only; those that do not take no notice of the time. Throws
  /// InputError for what has no congestion graph, where the method needs one.
  StepSchedule (*find)(const TransferSet& transfers, double cpu_seconds, std::uint64_t seed);
};

const std::vector<StepMethod>& step_methods();

/// The method of that name, or null.
const StepMethod* find_step_method(const std::string& name);

}  // namespace xb
