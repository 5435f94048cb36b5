// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_search.h"

#include <algorithm>
#include <numeric>

#include "host/liquid/bipartite_steps.h"
#include "host/liquid/first_fit_steps.h"
#include "host/liquid/step_repairs.h"

namespace xb {
namespace {

/// The largest divisor of all counts with which the duration stays.
unsigned most_repeats(const ClassProblem& problem) {
  unsigned common = 0;
  for (unsigned k = 0; k < problem.classes(); ++k) common = std::gcd(common, problem.count(k));
  for (unsigned by = common; by > 1; --by) {
    if (common % by == 0 && problem.divided(by).duration() * by == problem.duration()) return by;
  }
  return 1;
}

}  // namespace

StepSchedule without_empty_steps(std::vector<std::uint32_t> step_of) {
  std::vector<std::uint32_t> number(1 + *std::max_element(step_of.begin(), step_of.end()), 0);
  for (const std::uint32_t step : step_of) number[step] = 1;
  std::uint32_t used = 0;
  for (std::uint32_t& step : number) {
    const std::uint32_t is_used = step;
    step = used;
    used += is_used;
  }
  for (std::uint32_t& step : step_of) step = number[step];
  return {used, std::move(step_of)};
}

StepSearch::StepSearch(const TransferClasses& classes, std::uint64_t seed)
    : classes_(classes),
      seed_(seed),
      repeats_(most_repeats(classes.problem())),
      divided_(classes.problem().divided(repeats_)) {}

StepSchedule StepSearch::schedule(const std::vector<std::uint32_t>& step_of_item, unsigned repeats) const {
  std::vector<std::uint32_t> step_of;
  step_of.reserve(step_of_item.size() * repeats);
  for (const std::uint32_t step : step_of_item) {
    for (unsigned n = 0; n < repeats; ++n) step_of.push_back(step * repeats + n);
  }
  return without_empty_steps(classes_.spread(step_of));
}

StepSchedule StepSearch::any(unsigned steps) const {
  for (;; steps += std::max(1U, steps / 8)) {
    StepTable table(classes_.problem(), steps);
    greedy_steps(table);
    if (table.left() == 0) return schedule(table.step_of(), 1);
  }
}

std::optional<StepSchedule> StepSearch::find(unsigned steps, SearchEffort effort, unsigned round,
                                             const Stop& stop) const {
  const unsigned repeats = round % 4 < 2 && steps % repeats_ == 0 ? repeats_ : 1;
  const ClassProblem& problem = repeats == 1 ? classes_.problem() : divided_;
  steps /= repeats;
  if (const auto step_of = bipartite_steps(problem, steps)) return schedule(*step_of, repeats);
  StepTable table(problem, steps);
  greedy_steps(table);
  if (table.left() != 0) {
    StepTable shifted(problem, steps);
    greedy_steps(shifted, classes_.shift_starts(steps));
    if (shifted.left() < table.left()) table = std::move(shifted);
  }
  EjectSteps eject(table, {seed_, StreamPurpose::LiquidSteps, round});
  if (!eject.run(effort.moves, stop)) {
    WindowSteps window(table, {seed_, StreamPurpose::LiquidSteps, std::uint64_t{round} << 32U | 1U});
    if (!window.run(effort.windows, stop)) return std::nullopt;
  }
  return schedule(table.step_of(), repeats);
}

}  // namespace xb
