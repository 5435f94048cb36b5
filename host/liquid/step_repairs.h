// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/base/random.h"
#include "host/liquid/step_table.h"

namespace xb {

/// Repairs a schedule that leaves transfers out. Each takes a step where others must give way, those that
/// found room most easily so far (the ejection search of Nagata & Braysy 2009); they wait in their turn, and
/// do not come back to that step for some moves (tabu).
class EjectSteps {
 public:
  /// `table` must stay.
  EjectSteps(StepTable& table, RandomStream random);

  /// Until no transfer is left out (true), `moves` were made, or `stop`, called rarely, says so.
  bool run(std::uint64_t moves, const std::function<bool()>& stop);

 private:
  static constexpr unsigned kMostFull = 3;
  static constexpr unsigned kSamples = 16;

  void put(unsigned item);
  /// The steps in which n = 0, 1, 2 or more links of a class are full, into by_full_[n].
  void split_steps(unsigned of);
  /// A step of by_full_[n]; kNoStep: there is none.
  [[nodiscard]] std::uint32_t random_step(unsigned n);
  /// Who must give way to a class in a step, into victims_; returns the cost.
  std::uint64_t find_victims(unsigned of, unsigned step);
  [[nodiscard]] std::uint64_t& tabu_until(unsigned of, unsigned step) {
    return tabu_until_[RandomStream::mix(std::uint64_t{of} << 32U | step) % kTabus];
  }
  static constexpr std::size_t kTabus = std::size_t{1} << 14U;

  StepTable& table_;
  RandomStream random_;
  std::uint64_t move_ = 0;
  std::vector<std::uint32_t> waiting_;     // items without a step
  std::vector<std::uint64_t> missed_;      // by class: how often no step had room
  std::vector<std::uint64_t> tabu_until_;  // by hash of class and step: a move
  StepBits by_full_[kMostFull + 1];        // by number of full links, the last: more
  std::vector<std::uint32_t> victims_, best_victims_;
  std::vector<std::uint32_t> full_links_;
  std::vector<std::uint32_t> slot_of_;  // by link: 1 + index in full_links_, or 0
};

/// Repairs a schedule that leaves few transfers out: one of them, and the transfers of a few steps in which
/// its links have room somewhere, are scheduled anew by CaDiCaL, in as many steps. This works where links are
/// so full that no transfer can move alone.
class WindowSteps {
 public:
  /// `table` must stay.
  WindowSteps(StepTable& table, RandomStream random);

  /// Until no transfer is left out (true), so many windows were tried, those that CaDiCaL gives up being
  /// dearer than others, or `stop` says so.
  bool run(std::uint64_t effort, const std::function<bool()>& stop);

 private:
  static constexpr unsigned kFewestSteps = 2;
  static constexpr unsigned kMostItems = 350;  // of more, CaDiCaL takes too long
  static constexpr unsigned kFailuresAStep = 30;
  static constexpr unsigned kConflicts = 3000;
  static constexpr unsigned kUnknownEffort = 50;  // about as many times as slow

  /// Steps for a class, so many or as many as there must be so that each of its links has room in one.
  void choose_steps(unsigned of, unsigned number, unsigned most);
  /// Random ones, until there are so many.
  void add_random_steps(unsigned number);
  /// Schedules the items of steps_ anew, and one more, or kNoStep: none.
  bool reschedule(std::uint32_t item, const std::function<bool()>& stop);

  StepTable& table_;
  RandomStream random_;
  std::uint64_t effort_ = 0;
  std::vector<std::uint32_t> steps_;
};

}  // namespace xb
