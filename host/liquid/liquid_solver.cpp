// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/liquid_solver.h"

#include <algorithm>

#include "host/base/cpu_clock.h"
#include "host/liquid/step_formula.h"
#include "host/liquid/step_search.h"

namespace xb {
namespace {

constexpr unsigned kMostOfGraph = 4096;

/// Branch and bound with colours of the candidates as the bound (Tomita & Seki 2003).
class CliqueSearch {
 public:
  CliqueSearch(const BitRows& with, std::size_t more_than, std::uint64_t nodes)
      : with_(with), more_than_(more_than), nodes_(nodes) {}

  bool extend(const std::vector<std::uint32_t>& candidates) {
    if (clique_.size() > more_than_) return true;
    // Candidates in classes of which no two congest, so that a clique has one of each at most.
    std::vector<std::vector<std::uint32_t>> classes;
    for (const std::uint32_t t : candidates) {
      auto of = std::find_if(classes.begin(), classes.end(), [&](const auto& members) {
        return std::none_of(members.begin(), members.end(), [&](auto m) { return has_bit(with_[t], m); });
      });
      if (of == classes.end()) of = classes.insert(of, std::vector<std::uint32_t>{});
      of->push_back(t);
    }
    std::vector<std::uint32_t> rest;
    for (const auto& members : classes) rest.insert(rest.end(), members.begin(), members.end());
    std::vector<std::uint32_t> next;
    for (std::size_t bound = classes.size(); bound > 0; --bound) {
      for (std::size_t n = classes[bound - 1].size(); n > 0; --n) {
        if (clique_.size() + bound <= more_than_ || nodes_ == 0) return false;
        --nodes_;
        const std::uint32_t t = rest.back();
        rest.pop_back();
        next.clear();
        for (const std::uint32_t other : rest) {
          if (has_bit(with_[t], other)) next.push_back(other);
        }
        clique_.push_back(t);
        if (extend(next)) return true;
        clique_.pop_back();
      }
    }
    return false;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& clique() const { return clique_; }

 private:
  const BitRows& with_;
  std::size_t more_than_;
  std::uint64_t nodes_;
  std::vector<std::uint32_t> clique_;
};

}  // namespace

std::vector<std::uint32_t> congestion_clique(const TransferSet& transfers, unsigned more_than,
                                             std::uint64_t nodes) {
  if (transfers.size() <= more_than || transfers.size() > kMostOfGraph) return {};
  const BitRows with = congestion(transfers, users_of_links(transfers));
  std::vector<std::uint32_t> candidates;
  std::vector<unsigned> degrees;
  for (std::uint32_t t = 0; t < transfers.size(); ++t) {
    degrees.push_back(count_bits(with[t], with.words()));
    if (degrees.back() >= more_than) candidates.push_back(t);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return degrees[a] > degrees[b]; });
  CliqueSearch search(with, more_than, nodes);
  return search.extend(candidates) ? search.clique() : std::vector<std::uint32_t>{};
}

namespace {

/// CPU time since it was made, and when there is something to say.
class SolverClock {
 public:
  explicit SolverClock(const SolverLimits& limits) : limits_(limits), start_(cpu_now()) {}
  [[nodiscard]] double seconds() const { return cpu_now() - start_; }
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

/// One traffic's search: what is known, and what makes it more.
class LiquidSearch {
 public:
  LiquidSearch(const TransferSet& transfers, const SolverLimits& limits, SolverClock& clock)
      : transfers_(transfers), clock_(clock), classes_(transfers), search_(classes_, limits.seed) {
    answer_.lower_bound = transfers.duration();
    answer_.schedule = search_.any(answer_.lower_bound);
  }

  [[nodiscard]] bool done() const { return answer_.schedule.steps == answer_.lower_bound; }
  bool stop() { return clock_.over(answer_.lower_bound, answer_.schedule.steps); }

  /// The goal by quick means first, then proofs that it cannot be reached, then the goal by slow means, then
  /// the way between the two by halves.
  void round(unsigned number) {
    const std::uint64_t times = std::uint64_t{1} << std::min(2 * number, 20U);
    const std::uint64_t moves = std::min(kMostFirstMoves, kMovesEach * transfers_.size()) * times;
    const std::uint64_t windows = kFirstWindows * times;
    if (shorten(answer_.lower_bound, {moves, 0}, 2 * number)) return;
    if (number == 0) look_for_clique();
    prove(static_cast<unsigned>(std::min(kFirstConflicts * times, kMostConflicts)));
    if (done() || shorten(answer_.lower_bound, {moves, windows}, 2 * number + 1)) return;
    for (unsigned low = answer_.lower_bound; low < answer_.schedule.steps && !stop();) {
      const unsigned middle = low + (answer_.schedule.steps - low) / 2;
      if (!shorten(middle, {moves / 4, windows / 4}, 2 * number)) low = middle + 1;
    }
  }
  /// What is known.
  LiquidAnswer answer() {
    answer_.verdict = answer_.schedule.steps == transfers_.duration() ? LiquidVerdict::Liquid
                      : answer_.lower_bound > transfers_.duration()   ? LiquidVerdict::None
                                                                      : LiquidVerdict::Open;
    return std::move(answer_);
  }

 private:
  static constexpr std::uint64_t kMovesEach = 50;  // of a transfer
  static constexpr std::uint64_t kMostFirstMoves = 20000;
  static constexpr std::uint64_t kFirstWindows = 2000;
  static constexpr std::uint64_t kFirstConflicts = 5000;
  static constexpr std::uint64_t kMostConflicts = 1000000000;
  static constexpr std::uint64_t kCliqueNodes = 20000;

  bool shorten(unsigned steps, SearchEffort effort, unsigned round) {
    auto found = search_.find(steps, effort, round, [this] { return stop(); });
    if (found) answer_.schedule = std::move(*found);
    return found.has_value();
  }
  void look_for_clique() {
    auto clique = congestion_clique(transfers_, answer_.lower_bound, kCliqueNodes);
    if (clique.empty()) return;
    answer_.lower_bound = static_cast<unsigned>(clique.size());
    answer_.proof = {};
    answer_.proof.kind = NoScheduleProof::Kind::Clique;
    answer_.proof.steps = answer_.lower_bound - 1;
    answer_.proof.clique = std::move(clique);
  }
  void prove(unsigned conflicts) {
    while (!done() && !stop()) {
      SatSteps sat = sat_steps(transfers_, answer_.lower_bound, conflicts, [this] { return stop(); });
      if (sat.verdict == SatSteps::Verdict::Unknown) return;
      if (sat.verdict == SatSteps::Verdict::Found) {
        answer_.schedule = without_empty_steps(std::move(sat.step_of));
        return;
      }
      answer_.proof = std::move(sat.proof);
      ++answer_.lower_bound;
    }
  }

  const TransferSet& transfers_;
  SolverClock& clock_;
  TransferClasses classes_;
  StepSearch search_;
  LiquidAnswer answer_;
};

}  // namespace

LiquidAnswer solve_liquid(const TransferSet& transfers, const SolverLimits& limits) {
  SolverClock clock(limits);
  LiquidAnswer answer;
  if (transfers.size() == 0) {
    answer.verdict = LiquidVerdict::Liquid;
    return answer;
  }
  const bool is_bounded = limits.rounds != 0 || limits.cpu_seconds <= 0;
  const unsigned rounds = limits.rounds != 0 ? limits.rounds : SolverLimits{}.rounds;
  LiquidSearch search(transfers, limits, clock);
  for (unsigned round = 0; !search.done() && !search.stop(); ++round) {
    if (is_bounded && round == rounds) break;
    search.round(round);
  }
  answer = search.answer();
  answer.cpu_seconds = clock.seconds();
  return answer;
}

StepSchedule liquid_steps(const TransferSet& transfers, std::uint64_t seed) {
  return solve_liquid(transfers, {0, 1, seed}).schedule;
}

}  // namespace xb
