// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/report/study_results.h"

namespace xb {

/// Points that figures of single points show: those with these numbers, or if none are given, a few.
class ChosenPoints {
 public:
  using Shows = std::function<bool(const ResultPoint&)>;

  ChosenPoints(const StudyResults& results, std::vector<std::size_t> numbers)
      : results_(results), numbers_(std::move(numbers)) {}

  /// Of the points for which `shows`, in the study's order: the given ones, or `most` at most; then the last
  /// ones of each line of a sweep, where load is highest, before others.
  [[nodiscard]] std::vector<const ResultPoint*> of(std::size_t most, const Shows& shows) const;
  /// What a caption says of the choice: nothing where it has all.
  [[nodiscard]] std::string note(std::size_t most, const Shows& shows) const;
  /// `point 7: voq, load 0.9`: what tells it from other points.
  [[nodiscard]] std::string name_of(const ResultPoint& point) const;

 private:
  [[nodiscard]] std::vector<const ResultPoint*> all(const Shows& shows) const;

  const StudyResults& results_;
  std::vector<std::size_t> numbers_;
};

}  // namespace xb
