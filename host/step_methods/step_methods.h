// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

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
