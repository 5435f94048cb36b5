// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/base/random.h"
#include "host/liquid/step_table.h"

namespace xb {

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
