// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/step_methods.h"

#include <functional>
#include <utility>

#include "host/base/cpu_clock.h"
#include "host/base/named_entries.h"
#include "host/liquid/first_fit_steps.h"
#include "host/liquid/liquid_solver.h"
#include "host/liquid/step_formula.h"
#include "host/liquid/step_search.h"
#include "host/step_methods/congestion_graph.h"
#include "host/step_methods/paper_search.h"
#include "host/step_methods/tabu_steps.h"

namespace xb {
namespace {

constexpr const char *kGraph = "graph", *kCategories = "categories";

/// Says when a search's time is over.
std::function<bool()> over_after(double seconds) {
  return [end = cpu_now() + seconds] { return cpu_now() >= end; };
}

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
constexpr unsigned kMostConflicts = 1000000000;

template <bool scarcest>
StepSchedule by_paper(const TransferSet& transfers, double seconds, std::uint64_t /*seed*/) {
  FissionRules rules;
  rules.scarcest = scarcest;
  return paper_search(transfers, {seconds, 0}, rules).schedule;
}

StepSchedule by_round_robin(const TransferSet& transfers, double /*seconds*/, std::uint64_t /*seed*/) {
  return round_robin_steps(transfers);
}

StepSchedule by_random_order(const TransferSet& transfers, double /*seconds*/, std::uint64_t seed) {
  return random_order_steps(transfers, seed);
}

StepSchedule by_busiest_first(const TransferSet& transfers, double /*seconds*/, std::uint64_t /*seed*/) {
  return busiest_first_steps(transfers);
}

StepSchedule by_dsatur(const TransferSet& transfers, double /*seconds*/, std::uint64_t /*seed*/) {
  return dsatur_steps(transfers);
}

StepSchedule by_tabu(const TransferSet& transfers, double seconds, std::uint64_t seed) {
  return tabu_steps(transfers, transfers.duration(), kNoLimit, seed, over_after(seconds));
}

StepSchedule by_ejection(const TransferSet& transfers, double seconds, std::uint64_t seed) {
  const TransferClasses classes(transfers);
  const StepSearch search(classes, seed);
  const auto found = search.find(transfers.duration(), {kNoLimit, kNoLimit}, 0, over_after(seconds));
  return found.value_or(StepSchedule{});
}

StepSchedule by_solver(const TransferSet& transfers, double seconds, std::uint64_t seed) {
  SolverLimits limits;
  limits.cpu_seconds = seconds;
  limits.rounds = 0;
  limits.seed = seed;
  return solve_liquid(transfers, limits).schedule;
}

StepSchedule by_cadical(const TransferSet& transfers, double seconds, std::uint64_t /*seed*/) {
  SatSteps sat = sat_steps(transfers, transfers.duration(), kMostConflicts, over_after(seconds));
  if (sat.verdict != SatSteps::Verdict::Found) return {};
  return without_empty_steps(std::move(sat.step_of));
}

}  // namespace

const std::vector<StepMethod>& step_methods() {
  static const std::vector<StepMethod> all{
      {"paper-first", "the paper's search, categories split by the first transfer", by_paper<false>},
      {"paper-scarcest", "the paper's search, split by one over the scarcest bottleneck", by_paper<true>},
      {"round-robin", "phases of a round robin", by_round_robin},
      {"random", "first fit, in random order", by_random_order},
      {"busiest-first", "first fit, the busiest links first", by_busiest_first},
      {"dsatur", "DSATUR (Brelaz 1979)", by_dsatur},
      {"tabu", "tabu search (TabuCol)", by_tabu},
      {"ejection", "greedy placing and repair", by_ejection},
      {"solver", "the solver: repair and CaDiCaL", by_solver},
      {"cadical", "CaDiCaL alone", by_cadical}};
  return all;
}

std::optional<StepQuestion> parse_step_search(std::string_view text) {
  if (text == kGraph) return StepQuestion{nullptr, false};
  if (text == kCategories) return StepQuestion{nullptr, true};
  const StepMethod* method = find_named(step_methods(), text);
  return method == nullptr ? std::nullopt : std::optional(StepQuestion{method, false});
}

std::vector<std::string> step_search_names() {
  std::vector<std::string> all = names(step_methods());
  all.insert(all.begin(), {kGraph, kCategories});
  return all;
}

}  // namespace xb
