// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/paper_search.h"

#include <algorithm>
#include <vector>

#include "host/base/cpu_clock.h"

namespace xb {
namespace {

class Search {
 public:
  Search(const TransferSet& transfers, const PaperSearchLimits& limits, FissionRules rules)
      : transfers_(transfers),
        graph_(transfers),
        limits_(limits),
        rules_(rules),
        duration_(transfers.duration()),
        left_(duration_ + std::size_t{1}, transfers.size()) {
    teams_.reserve(duration_);
  }

  PaperSearchResult run() {
    for (unsigned t = 0; t < transfers_.size(); ++t) add_bit(left_[0], t);
    result_.verdict = duration_ == 0 ? LiquidVerdict::Liquid : search();
    for (const SimultaneityWalk& walk : teams_) add(walk.counts());
    result_.cpu_seconds = seconds();
    return std::move(result_);
  }

 private:
  using Verdict = LiquidVerdict;
  // Between two looks at the clock.
  static constexpr std::uint64_t kSlice = 256;

  Verdict search() {
    unsigned step = 0;
    begin(step);
    while (true) {
      std::uint64_t slice = kSlice;
      if (limits_.categories != 0) slice = std::min(slice, limits_.categories - made_);
      const std::uint64_t before = teams_[step].counts().categories;
      const SimultaneityWalk::Step found = teams_[step].next(slice);
      made_ += teams_[step].counts().categories - before;
      if (found == SimultaneityWalk::Step::Found) {
        if (take(step)) return Verdict::Liquid;
        begin(++step);
      } else if (found == SimultaneityWalk::Step::End) {
        ++result_.dead_ends;
        if (step == 0) return Verdict::None;
        --step;
      }
      if (limits_.categories != 0 && made_ >= limits_.categories) return Verdict::Open;
      if (limits_.cpu_seconds != 0 && made_ >= next_look_) {
        if (seconds() >= limits_.cpu_seconds) return Verdict::Open;
        next_look_ = made_ + kSlice;
      }
    }
  }

  void begin(unsigned step) {
    if (step == teams_.size()) teams_.emplace_back(transfers_, graph_, SimultaneityKind{true, true}, rules_);
    teams_[step].begin(left_[step]);
    ++made_;  // the prim-category
  }

  /// Takes the team found out of the traffic. Whether nothing is left.
  bool take(unsigned step) {
    result_.most_steps = std::max(result_.most_steps, step + 1);
    const BitRows::Word* team = teams_[step].found();
    for (unsigned w = 0; w < graph_.words(); ++w) left_[step + 1][w] = left_[step][w] & ~team[w];
    if (any_bit(left_[step + 1], graph_.words())) return false;
    result_.schedule.steps = step + 1;
    result_.schedule.step_of.resize(transfers_.size());
    for (unsigned s = 0; s <= step; ++s) {
      all_bits(teams_[s].found(), graph_.words(), [&](unsigned t) {
        result_.schedule.step_of[t] = s;
        return true;
      });
    }
    return true;
  }

  void add(const FissionCounts& counts) {
    result_.fission.categories += counts.categories;
    result_.fission.blank += counts.blank;
    result_.fission.idle += counts.idle;
    result_.fission.found += counts.found;
  }

  [[nodiscard]] double seconds() const { return cpu_now() - start_; }

  const TransferSet& transfers_;
  const double start_ = cpu_now();
  const CongestionGraph graph_;
  const PaperSearchLimits limits_;
  const FissionRules rules_;
  const unsigned duration_;
  BitRows left_;                         // by step: the traffic without the steps before it
  std::vector<SimultaneityWalk> teams_;  // by step
  std::uint64_t made_ = 0;               // categories
  std::uint64_t next_look_ = 0;
  PaperSearchResult result_;
};

}  // namespace

PaperSearchResult paper_search(const TransferSet& transfers, const PaperSearchLimits& limits,
                               FissionRules rules) {
  return Search(transfers, limits, rules).run();
}

}  // namespace xb
