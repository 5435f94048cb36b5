// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/liquid_solver.h"

#include <algorithm>
#include <ctime>

#include "host/liquid/step_search.h"

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
  const StepSearch search(classes, limits.seed);
  const auto stop = [&] { return clock.over(answer.lower_bound, answer.schedule.steps); };
  const auto shorten = [&](unsigned steps, std::uint64_t moves, unsigned round) {
    auto found = search.find(steps, moves, round, stop);
    if (found) answer.schedule = std::move(*found);
    return found.has_value();
  };
  answer.schedule = search.any(answer.lower_bound);
  std::uint64_t moves = kFirstMoves;
  for (unsigned round = 0; answer.schedule.steps > answer.lower_bound; ++round, moves *= 4) {
    if ((limits.rounds != 0 && round >= limits.rounds) || stop()) break;
    if (limits.rounds == 0 && limits.cpu_seconds <= 0 && round >= SolverLimits{}.rounds) break;
    // The goal first; else shorter by halves of the way.
    if (shorten(answer.lower_bound, moves, round)) break;
    for (unsigned low = answer.lower_bound + 1; low < answer.schedule.steps && !stop();) {
      const unsigned middle = low + (answer.schedule.steps - low) / 2;
      if (!shorten(middle, moves / 4, round)) low = middle + 1;
    }
  }
  if (answer.schedule.steps == transfers.duration()) answer.verdict = LiquidVerdict::Liquid;
  answer.cpu_seconds = clock.seconds();
  return answer;
}

}  // namespace xb
