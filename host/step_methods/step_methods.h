// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/liquid/transfer_set.h"

namespace xb {

/// Looks for a schedule of so many steps as graphs are coloured by tabu search (TabuCol: Hertz & de Werra
/// 1987), to compare others with: all transfers have a step from the beginning, first fit for the busiest
/// links, and one at a time of those on overfull links moves to where least is overfull then, but not back at
/// once. 0 steps in the result: none was found in so many moves, or before `stop`, called often, said so.
/// Steps may be empty where there are more than the duration.
StepSchedule tabu_steps(const TransferSet& transfers, unsigned steps, std::uint64_t moves, std::uint64_t seed,
                        const std::function<bool()>& stop = {});

struct StepSchedule;
class TransferSet;

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

/// What the key `step-search` asks for.
struct StepQuestion {
  const StepMethod* method;  ///< steps by this way; null: only the congestion graph of the transfers
  bool categories;           ///< no steps, but what the paper's recursion costs until it has all full teams
};
std::optional<StepQuestion> parse_step_search(std::string_view text);
/// What that takes.
std::vector<std::string> step_search_names();

}  // namespace xb
