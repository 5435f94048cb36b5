// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/step_methods.h"

#include <algorithm>
#include <utility>

#include "host/base/cpu_clock.h"
#include "host/base/named_entries.h"
#include "host/base/random.h"
#include "host/liquid/first_fit_steps.h"
#include "host/liquid/liquid_solver.h"
#include "host/liquid/step_formula.h"
#include "host/liquid/step_search.h"
#include "host/step_methods/congestion_graph.h"
#include "host/step_methods/simultaneities.h"

namespace xb {
namespace {

class Tabu {
 public:
  Tabu(const TransferSet& transfers, unsigned steps, std::uint64_t seed)
      : transfers_(transfers),
        steps_(steps),
        random_(seed, StreamPurpose::SendOrder, 1),
        carried_(std::size_t{transfers.links()} * steps),
        tabu_until_(std::size_t{transfers.size()} * steps),
        step_of_(busiest_first_steps(transfers).step_of),
        cost_of_(steps) {
    for (unsigned t = 0; t < transfers.size(); ++t) {
      if (step_of_[t] < steps) carry(t, 1);
    }
    for (unsigned t = 0; t < transfers.size(); ++t) {
      if (step_of_[t] < steps) continue;
      find_costs(t);
      step_of_[t] =
          static_cast<std::uint32_t>(std::min_element(cost_of_.begin(), cost_of_.end()) - cost_of_.begin());
      carry(t, 1);
    }
  }

  bool run(std::uint64_t moves, const std::function<bool()>& stop) {
    constexpr std::uint64_t kLook = 16;
    for (move_ = 0; find_move(); ++move_) {
      if (move_ == moves || (stop && move_ % kLook == 0 && stop())) return false;
      const std::uint64_t tenure = random_.below(10) + std::uint64_t{overfull_} * 6 / 10;
      tabu_until_[std::size_t{best_} * steps_ + step_of_[best_]] = move_ + 1 + tenure;
      carry(best_, -1);
      step_of_[best_] = best_step_;
      carry(best_, 1);
      cost_ += best_change_;
      least_ = std::min(least_, cost_);
    }
    return true;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& step_of() const { return step_of_; }

 private:
  [[nodiscard]] int excess(unsigned link, unsigned step) const {
    return static_cast<int>(carried_[std::size_t{link} * steps_ + step]) -
           static_cast<int>(transfers_.capacity(link));
  }
  void carry(unsigned transfer, int by) {
    for (const unsigned link : transfers_.path(transfer)) {
      carried_[std::size_t{link} * steps_ + step_of_[transfer]] += static_cast<std::uint32_t>(by);
    }
  }
  /// With how many transfers too many it shares its links.
  [[nodiscard]] int cost_of(unsigned transfer) const {
    int cost = 0;
    for (const unsigned link : transfers_.path(transfer)) {
      cost += std::max(0, excess(link, step_of_[transfer]));
    }
    return cost;
  }
  /// By step: with how many transfers too many a further one would share its links.
  void find_costs(unsigned transfer) {
    std::fill(cost_of_.begin(), cost_of_.end(), 0);
    for (const unsigned link : transfers_.path(transfer)) {
      for (unsigned step = 0; step < steps_; ++step) cost_of_[step] += std::max(0, excess(link, step) + 1);
    }
  }
  /// The move of a transfer on an overfull link that makes the cost least; one that is tabu only where the
  /// cost was never as low. False: no link is overfull.
  bool find_move() {
    overfull_ = 0;
    unsigned equals = 0;
    best_change_ = 0;
    for (unsigned t = 0; t < transfers_.size(); ++t) {
      const int cost = cost_of(t);
      if (cost == 0) continue;
      ++overfull_;
      find_costs(t);
      for (unsigned step = 0; step < steps_; ++step) {
        if (step == step_of_[t]) continue;
        const int change = cost_of_[step] - cost;
        if (equals != 0 && change > best_change_) continue;
        if (tabu_until_[std::size_t{t} * steps_ + step] > move_ && cost_ + change >= least_) continue;
        if (equals == 0 || change < best_change_) equals = 0;
        // Of equals each as likely.
        if (random_.below(++equals) != 0) continue;
        best_ = t;
        best_step_ = step;
        best_change_ = change;
      }
    }
    if (overfull_ != 0 && equals == 0) random_move();
    return overfull_ != 0;
  }
  /// Where all moves are tabu.
  void random_move() {
    best_ = random_.below(transfers_.size());
    best_step_ = random_.below(steps_);
    find_costs(best_);
    best_change_ = 0;
    if (best_step_ == step_of_[best_]) return;
    best_change_ = cost_of_[best_step_] - cost_of(best_);
  }

  const TransferSet& transfers_;
  const unsigned steps_;
  RandomStream random_;
  std::vector<std::uint32_t> carried_;     // by link and step
  std::vector<std::uint64_t> tabu_until_;  // by transfer and step: a move
  std::vector<std::uint32_t> step_of_;
  std::vector<int> cost_of_;  // by step
  std::uint64_t move_ = 0;
  int cost_ = 0, least_ = 0;  // beside that of the beginning
  unsigned overfull_ = 0;     // transfers on overfull links
  unsigned best_ = 0, best_step_ = 0;
  int best_change_ = 0;
};

}  // namespace

StepSchedule tabu_steps(const TransferSet& transfers, unsigned steps, std::uint64_t moves, std::uint64_t seed,
                        const std::function<bool()>& stop) {
  if (steps == 0) return {};
  Tabu tabu(transfers, steps, seed);
  if (!tabu.run(moves, stop)) return {};
  return {steps, tabu.step_of()};
}

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

template <auto order>
StepSchedule by_order(const TransferSet& transfers, double /*seconds*/, std::uint64_t seed) {
  return order(transfers, seed);
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
  return solve_liquid(transfers, {seconds, 0, seed}).schedule;
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
      {"round-robin", "phases of a round robin", by_order<round_robin_steps>},
      {"random", "first fit, in random order", by_order<random_order_steps>},
      {"busiest-first", "first fit, the busiest links first", by_order<busiest_first_steps>},
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
