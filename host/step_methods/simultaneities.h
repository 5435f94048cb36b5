// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/liquid/liquid_solver.h"
#include "host/liquid/transfer_set.h"
#include "host/step_methods/congestion_graph.h"

namespace xb {

/// Which simultaneities are wanted.
struct SimultaneityKind {
  bool full = true;   ///< no other transfer of the traffic can be added
  bool team = false;  ///< all bottlenecks of the traffic are used
};

/// What Gabrielyan & Hersch leave out of the recursion; what is found is the same.
struct FissionRules {
  bool blank = true;     ///< categories with an excluded transfer that nothing can congest with any more
  bool idle = true;      ///< categories that cannot use all bottlenecks any more
  bool skeleton = true;  ///< first the teams of the transfers over bottlenecks
  /// The transfer by which a category is split: one over the bottleneck that fewest of the depot use, or the
  /// first one. The paper leaves it open.
  bool scarcest = true;
};

struct FissionCounts {
  std::uint64_t categories = 0;  ///< all that were made
  std::uint64_t blank = 0;       ///< of them, those dropped as blank ...
  std::uint64_t idle = 0;        ///< ... and as idle
  std::uint64_t found = 0;
};

/// All simultaneities of a kind, each once, one by one: the fission of categories (excluder, depot, includer)
/// of Gabrielyan & Hersch, sections 2 and 3. Memory grows with the longest simultaneity, not with their
/// number.
class SimultaneityWalk {
 public:
  enum class Step { Found, End, Paused };
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  /// `transfers` and their `graph` are referred to.
  SimultaneityWalk(const TransferSet& transfers, const CongestionGraph& graph, SimultaneityKind kind,
                   FissionRules rules = {});

  /// Of all transfers, or of some as another traffic: its bottlenecks are its own.
  void begin();
  void begin(const BitRows::Word* traffic);

  /// The next simultaneity. Paused when so many more categories were made; then goes on where it was.
  Step next(std::uint64_t categories = kNoLimit);
  /// The one found.
  [[nodiscard]] const BitRows::Word* found() const { return found_[0]; }
  /// Of this and earlier traffics.
  [[nodiscard]] const FissionCounts& counts() const { return counts_; }

 private:
  using Word = BitRows::Word;
  /// A category on the stack. Its negative sub-category takes its place, so that there are no more of them
  /// than an includer has transfers, and one.
  struct Category {
    Word *excluder, *depot, *includer;
  };
  Category category(std::size_t at) { return {stack_[at * 3], stack_[at * 3 + 1], stack_[at * 3 + 2]}; }

  void prim_category();
  void split();
  bool complete();
  void fill_depot(const Category& category);
  /// The category on top has a team as its includer from the beginning.
  [[nodiscard]] bool extends() const { return rules_.skeleton && !of_skeleton_[static_cast<unsigned>(top_)]; }
  [[nodiscard]] unsigned pick(const Category& category) const;
  [[nodiscard]] bool uses_all_bottlenecks(const Word* includer) const;
  template <typename Links>
  [[nodiscard]] bool dropped(const Category& category, const Links& links, const Word* near);
  [[nodiscard]] bool blank(const Category& category, const Word* near) const;
  [[nodiscard]] bool idle(const Category& category, unsigned link) const;

  const TransferSet& transfers_;
  const CongestionGraph& graph_;
  SimultaneityKind kind_;
  FissionRules rules_;
  unsigned words_;
  BitRows traffic_, found_, near_, stack_;
  std::vector<bool> of_skeleton_;      // by place in the stack: not yet extended to the whole traffic
  std::vector<unsigned> bottlenecks_;  // of the traffic
  std::vector<bool> is_bottleneck_;    // by link
  int top_ = -1;                       // of the stack; -1: empty
  FissionCounts counts_;
};

/// What the recursion costs until all full teams are found (Gabrielyan & Hersch, figure 4).
struct FissionCost {
  const char* name;  ///< of what is left out of it
  FissionRules rules;
  FissionCounts counts;
  double cpu_seconds;
};

/// First with nothing left out, then with the paper's reductions one by one and together, the skeleton first
/// at last. Nothing where that takes more CPU time of the process. Throws InputError for what has no
/// congestion graph.
std::optional<std::vector<FissionCost>> fission_costs(const TransferSet& transfers, double cpu_seconds);

/// When a search gives up; 0: never.
struct PaperSearchLimits {
  double cpu_seconds = 0;        ///< of the process
  std::uint64_t categories = 0;  ///< the same on every machine
};

struct PaperSearchResult {
  LiquidVerdict verdict = LiquidVerdict::Open;  ///< None: all was searched
  StepSchedule schedule;
  FissionCounts fission;        ///< found: teams tried
  std::uint64_t dead_ends = 0;  ///< reduced traffics without a liquid schedule
  unsigned most_steps = 0;      ///< the most teams that were found in a row
  double cpu_seconds = 0;
};

/// The search for a liquid schedule of Gabrielyan & Hersch, section 4: the first step is one of the full
/// teams of the traffic, the next one of what that leaves, whose bottlenecks are more, and so on, with
/// backtracking. Throws InputError for what has no congestion graph.
PaperSearchResult paper_search(const TransferSet& transfers, const PaperSearchLimits& limits = {},
                               FissionRules rules = {});

}  // namespace xb
