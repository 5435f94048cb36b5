// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/liquid_solver.h"

#include <algorithm>
#include <ctime>

#include "host/liquid/eject_steps.h"
#include "host/liquid/greedy_steps.h"
#include "host/liquid/transfer_classes.h"

namespace xb {
namespace {

constexpr std::uint64_t kFirstMoves = 20000;

double cpu_clock() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// CPU time since it was made, and when there is something to say.
class SolverClock {
 public:
  explicit SolverClock(const SolverLimits& limits) : limits_(limits), start_(cpu_clock()) {}
  [[nodiscard]] double seconds() const { return cpu_clock() - start_; }
  /// Whether time is over. Says how far the search is.
  bool over(unsigned lower_bound, unsigned length) {
    const double now = seconds();
    if (limits_.progress && now >= next_) {
      limits_.progress({now, lower_bound, length});
      next_ = now + 1;
    }
    return limits_.cpu_seconds > 0 && now >= limits_.cpu_seconds;
  }

 private:
  const SolverLimits& limits_;
  double start_, next_ = 1;
};

/// Of a table without items left; without the steps that hold nothing.
StepSchedule schedule_of(const StepTable& table, const TransferClasses& classes) {
  std::vector<std::uint32_t> number(table.steps(), 0);
  std::uint32_t used = 0;
  for (unsigned step = 0; step < table.steps(); ++step) {
    number[step] = used;
    used += table.items_in(step).empty() ? 0 : 1;
  }
  std::vector<std::uint32_t> step_of = classes.spread(table.step_of());
  for (std::uint32_t& step : step_of) step = number[step];
  return {used, std::move(step_of)};
}

/// As long as the greedy one needs.
StepSchedule any_schedule(const TransferClasses& classes, unsigned steps) {
  for (;; steps += std::max(1U, steps / 8)) {
    StepTable table(classes.problem(), steps);
    greedy_steps(table);
    if (table.left() == 0) return schedule_of(table, classes);
  }
}

}  // namespace

const char* verdict_name(LiquidVerdict verdict) {
  switch (verdict) {
    case LiquidVerdict::Liquid:
      return "liquid";
    case LiquidVerdict::None:
      return "none";
    default:
      return "open";
  }
}

LiquidAnswer solve_liquid(const TransferSet& transfers, const SolverLimits& limits) {
  SolverClock clock(limits);
  LiquidAnswer answer;
  answer.lower_bound = transfers.duration();
  if (transfers.size() == 0) {
    answer.verdict = LiquidVerdict::Liquid;
    return answer;
  }
  const TransferClasses classes(transfers);
  answer.schedule = any_schedule(classes, answer.lower_bound);
  const auto stop = [&] { return clock.over(answer.lower_bound, answer.schedule.steps); };
  const auto search = [&](unsigned in_steps, std::uint64_t moves, unsigned round) {
    StepTable table(classes.problem(), in_steps);
    greedy_steps(table);
    EjectSteps eject(table, {limits.seed, StreamPurpose::LiquidSteps, round});
    if (!eject.run(moves, stop)) return false;
    answer.schedule = schedule_of(table, classes);
    return true;
  };
  std::uint64_t moves = kFirstMoves;
  for (unsigned round = 0; answer.schedule.steps > answer.lower_bound; ++round, moves *= 4) {
    if ((limits.rounds != 0 && round >= limits.rounds) || stop()) break;
    if (limits.rounds == 0 && limits.cpu_seconds <= 0 && round >= SolverLimits{}.rounds) break;
    // The goal first; else shorter by halves of the way.
    if (search(answer.lower_bound, moves, round)) break;
    for (unsigned low = answer.lower_bound + 1; low < answer.schedule.steps && !stop();) {
      const unsigned middle = low + (answer.schedule.steps - low) / 2;
      if (!search(middle, moves / 4, round)) low = middle + 1;
    }
  }
  if (answer.schedule.steps == transfers.duration()) answer.verdict = LiquidVerdict::Liquid;
  answer.cpu_seconds = clock.seconds();
  return answer;
}

}  // namespace xb
