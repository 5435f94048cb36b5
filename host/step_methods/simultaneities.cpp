// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/simultaneities.h"

#include <algorithm>

#include "host/base/cpu_clock.h"

namespace xb {

SimultaneityWalk::SimultaneityWalk(const TransferSet& transfers, const CongestionGraph& graph,
                                   SimultaneityKind kind, FissionRules rules)
    : transfers_(transfers),
      graph_(graph),
      kind_(kind),
      rules_(rules),
      words_(graph.words()),
      traffic_(1, graph.vertices()),
      found_(1, graph.vertices()),
      near_(1, graph.vertices()),
      is_bottleneck_(transfers.links()) {
  // Transfers of a simultaneity have a link each.
  const std::size_t depth = std::min(graph.vertices(), transfers.links()) + std::size_t{1};
  stack_ = BitRows(depth * 3, graph.vertices());
  of_skeleton_.resize(depth);
}

void SimultaneityWalk::begin() {
  for (unsigned t = 0; t < graph_.vertices(); ++t) add_bit(traffic_[0], t);
  prim_category();
}

void SimultaneityWalk::begin(const Word* traffic) {
  std::copy_n(traffic, words_, traffic_[0]);
  prim_category();
}

void SimultaneityWalk::prim_category() {
  top_ = -1;
  if (!any_bit(traffic_[0], words_)) return;
  unsigned most = 0;
  bottlenecks_.clear();
  std::fill(is_bottleneck_.begin(), is_bottleneck_.end(), false);
  for (unsigned link = 0; link < transfers_.links(); ++link) {
    unsigned load = 0;
    for (unsigned w = 0; w < words_; ++w) {
      load += static_cast<unsigned>(__builtin_popcountll(traffic_[0][w] & graph_.users(link)[w]));
    }
    if (load > most) bottlenecks_.clear();
    most = std::max(most, load);
    if (load == most) bottlenecks_.push_back(link);
  }
  for (const unsigned link : bottlenecks_) is_bottleneck_[link] = true;

  top_ = 0;
  const Category first = category(0);
  std::fill_n(first.excluder, words_, 0);
  std::fill_n(first.includer, words_, 0);
  of_skeleton_[0] = kind_.team && rules_.skeleton;
  if (of_skeleton_[0]) {
    std::fill_n(first.depot, words_, 0);
    for (const unsigned link : bottlenecks_) {
      for (unsigned w = 0; w < words_; ++w) first.depot[w] |= traffic_[0][w] & graph_.users(link)[w];
    }
  } else {
    std::copy_n(traffic_[0], words_, first.depot);
  }
  ++counts_.categories;
}

SimultaneityWalk::Step SimultaneityWalk::next(std::uint64_t categories) {
  const std::uint64_t end = categories == kNoLimit ? kNoLimit : counts_.categories + categories;
  while (top_ >= 0) {
    if (counts_.categories >= end) return Step::Paused;
    if (any_bit(category(static_cast<unsigned>(top_)).depot, words_)) {
      split();
    } else if (complete()) {
      return Step::Found;
    }
  }
  return Step::End;
}

/// Replaces the category on top, whose depot is not empty, by its sub-categories that are not dropped; the
/// positive one above the negative one.
void SimultaneityWalk::split() {
  const auto at = static_cast<unsigned>(top_);
  const Category negative = category(at);
  const Category positive = category(at + 1);
  const unsigned transfer = pick(negative);
  const Word* congesting = graph_.congesting(transfer);
  for (unsigned w = 0; w < words_; ++w) {
    positive.excluder[w] = negative.excluder[w] & ~congesting[w];
    positive.depot[w] = negative.depot[w] & ~congesting[w];
    positive.includer[w] = negative.includer[w];
  }
  remove_bit(positive.depot, transfer);
  add_bit(positive.includer, transfer);
  remove_bit(negative.depot, transfer);
  add_bit(negative.excluder, transfer);
  of_skeleton_[at + 1] = of_skeleton_[at];
  counts_.categories += 2;

  const bool with = !dropped(positive, bottlenecks_, positive.excluder);
  std::copy_n(congesting, words_, near_[0]);
  add_bit(near_[0], transfer);
  if (!dropped(negative, transfers_.path(transfer), near_[0])) {
    top_ += with ? 1 : 0;
  } else if (with) {
    std::copy_n(stack_[(at + 1) * std::size_t{3}], std::size_t{3} * words_, stack_[at * std::size_t{3}]);
  } else {
    --top_;
  }
}

/// Takes the category on top, whose depot is empty, off the stack; or puts in its place the category of what
/// extends it, when it is a team of the skeleton. Whether its includer is one of those wanted.
bool SimultaneityWalk::complete() {
  const auto at = static_cast<unsigned>(top_);
  const Category done = category(at);
  const bool team = !kind_.team || uses_all_bottlenecks(done.includer);
  if (of_skeleton_[at]) {
    if (!team) {
      --top_;
      return false;
    }
    of_skeleton_[at] = false;
    fill_depot(done);
    ++counts_.categories;
    return false;
  }
  --top_;
  if (!team || (kind_.full ? any_bit(done.excluder, words_) : !any_bit(done.includer, words_))) return false;
  std::copy_n(done.includer, words_, found_[0]);
  ++counts_.found;
  return true;
}

/// With all of the traffic that does not congest with the includer, a team. Nothing of the skeleton is among
/// it: each of its transfers uses a bottleneck, and all bottlenecks are in use.
void SimultaneityWalk::fill_depot(const Category& category) {
  std::copy_n(traffic_[0], words_, category.depot);
  all_bits(category.includer, words_, [&](unsigned t) {
    remove_bit(category.depot, t);
    for (unsigned w = 0; w < words_; ++w) category.depot[w] &= ~graph_.congesting(t)[w];
    return true;
  });
  std::fill_n(category.excluder, words_, 0);
}

unsigned SimultaneityWalk::pick(const Category& category) const {
  if (!rules_.scarcest || !kind_.team || extends()) return lowest_bit(category.depot);
  const Word* scarcest = nullptr;
  unsigned least = ~0U;
  for (const unsigned link : bottlenecks_) {
    unsigned count = 0;
    for (unsigned w = 0; w < words_; ++w) {
      count += static_cast<unsigned>(__builtin_popcountll(category.depot[w] & graph_.users(link)[w]));
    }
    if (count != 0 && count < least) {
      least = count;
      scarcest = graph_.users(link);
    }
  }
  if (scarcest == nullptr) return lowest_bit(category.depot);
  unsigned w = 0;
  while ((category.depot[w] & scarcest[w]) == 0) ++w;
  const Word common = category.depot[w] & scarcest[w];
  return w * BitRows::kWordBits + static_cast<unsigned>(__builtin_ctzll(common));
}

bool SimultaneityWalk::uses_all_bottlenecks(const Word* includer) const {
  return std::all_of(bottlenecks_.begin(), bottlenecks_.end(),
                     [&](unsigned link) { return any_common_bit(graph_.users(link), includer, words_); });
}

/// Whether a new sub-category covers nothing that is wanted. Its parent did, so that only those bottlenecks
/// and excluded transfers count that what left the depot is on or congests with: some `links`, and `near`.
template <typename Links>
bool SimultaneityWalk::dropped(const Category& category, const Links& links, const Word* near) {
  if (rules_.idle && kind_.team && !extends()) {
    for (const unsigned link : links) {
      if (!is_bottleneck_[link] || !idle(category, link)) continue;
      ++counts_.idle;
      return true;
    }
  }
  if (rules_.blank && kind_.full && blank(category, near)) {
    ++counts_.blank;
    return true;
  }
  return false;
}

/// Whether something `near` stays out of the includer though nothing congests with it.
bool SimultaneityWalk::blank(const Category& category, const Word* near) const {
  for (unsigned w = 0; w < words_; ++w) {
    for (Word left = category.excluder[w] & near[w]; left != 0; left &= left - 1) {
      const unsigned t = w * BitRows::kWordBits + static_cast<unsigned>(__builtin_ctzll(left));
      if (!any_common_bit(graph_.congesting(t), category.depot, words_)) return true;
    }
  }
  return false;
}

/// Whether a bottleneck stays unused.
bool SimultaneityWalk::idle(const Category& category, unsigned link) const {
  const Word* users = graph_.users(link);
  for (unsigned w = 0; w < words_; ++w) {
    if (((category.includer[w] | category.depot[w]) & users[w]) != 0) return false;
  }
  return true;
}

namespace {

constexpr std::uint64_t kBetweenLooks = 100000;  // at the clock: categories

/// Whether all were found in time.
bool walk_all(SimultaneityWalk& walk, double end) {
  walk.begin();
  while (true) {
    const auto step = walk.next(kBetweenLooks);
    if (step == SimultaneityWalk::Step::End) return true;
    if (step == SimultaneityWalk::Step::Paused && cpu_now() >= end) return false;
  }
}

}  // namespace

std::optional<std::vector<FissionCost>> fission_costs(const TransferSet& transfers, double cpu_seconds) {
  std::vector<FissionCost> costs{{"all", {false, false, false, false}, {}, 0},
                                 {"not blank", {true, false, false, false}, {}, 0},
                                 {"not idle", {false, true, false, false}, {}, 0},
                                 {"neither", {true, true, false, false}, {}, 0},
                                 {"skeleton first", {true, true, true, false}, {}, 0},
                                 {"scarcest first", {true, true, true, true}, {}, 0}};
  const double end = cpu_now() + cpu_seconds;
  const CongestionGraph graph(transfers);
  for (FissionCost& cost : costs) {
    SimultaneityWalk walk(transfers, graph, {true, true}, cost.rules);
    const double start = cpu_now();
    if (!walk_all(walk, end)) return {};
    cost.counts = walk.counts();
    cost.cpu_seconds = cpu_now() - start;
  }
  return costs;
}

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
