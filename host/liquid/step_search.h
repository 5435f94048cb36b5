// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "host/liquid/transfer_classes.h"

namespace xb {

/// A schedule from the steps of at least one transfer, without the steps that hold nothing.
StepSchedule without_empty_steps(std::vector<std::uint32_t> step_of);

struct SearchEffort {
  std::uint64_t moves;    ///< of transfers one by one (EjectSteps)
  std::uint64_t windows;  ///< of steps scheduled anew (WindowSteps)
};

/// Looks for schedules of a given number of steps, by greedy placing and repair.
class StepSearch {
 public:
  using Stop = std::function<bool()>;

  /// `classes` must stay.
  StepSearch(const TransferClasses& classes, std::uint64_t seed);

  /// Some schedule, of `steps` or more.
  [[nodiscard]] StepSchedule any(unsigned steps) const;
  /// A schedule of at most `steps`, if one is found with that effort and before `stop` says so.
  /// `round`: other random numbers, and two of every four look for one that repeats itself, where
  /// there can be one.
  [[nodiscard]] std::optional<StepSchedule> find(unsigned steps, SearchEffort effort, unsigned round,
                                                 const Stop& stop) const;

 private:
  /// Each item and each step as many times.
  [[nodiscard]] StepSchedule schedule(const std::vector<std::uint32_t>& step_of_item, unsigned repeats) const;

  const TransferClasses& classes_;
  std::uint64_t seed_;
  unsigned repeats_;      ///< what divides all counts and keeps the duration
  ClassProblem divided_;  ///< by that
};

}  // namespace xb
