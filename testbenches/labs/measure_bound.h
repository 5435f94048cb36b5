// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>

#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The keys `measure`, `at-least` and `at-most`: a measure of a run, and what it has to keep.
struct MeasureBound {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  /// Throws InputError if there is neither bound.
  explicit MeasureBound(CriterionTable& table)
      : measure(table.measure("measure")),
        low(table.number_or("at-least", -1e12, 1e12, -kNone)),
        high(table.number_or("at-most", -1e12, 1e12, kNone)) {
    if (low == -kNone && high == kNone)
      throw table.refusal("measure", measure, "with at-least, at-most, or both");
  }
  [[nodiscard]] bool keeps(double value) const { return value >= low && value <= high; }

  std::string measure;
  double low, high;
};

}  // namespace xb
